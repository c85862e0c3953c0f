import Foundation
import ProgramTesting
import Testing

/// A remote repository, and what stands in for a forge that runs workflows: fresh clones, and programs
/// in the place of those that speak to it or install something.
struct ScratchForge {
  let sandbox: Sandbox

  private var folder: String { sandbox.folder }

  /// The components are released, and the remote has no tags yet.
  ///
  /// - Parameter components: With Menu.
  static func with(
    _ components: [String] = ["Kitchen", "Menu"],
    _ body: (ScratchForge) async throws -> Void
  ) async throws {
    try await Sandbox.with(components) { sandbox in
      let forge = ScratchForge(sandbox: sandbox)
      try forge.makePrograms()
      try sandbox.shell(
        """
        git init -q --bare -b main origin.git
        for name in \(components.joined(separator: " ")); do git init -q --bare "split/swift-$name.git"; done
        mkdir temporary pulls pages comments && touch tags
        git config --global url."$PWD/origin.git".insteadOf \
          https://release:secret@gitlab.example.com/acme/shop.git
        """
      )
      let manifest = try sandbox.read("Registry/manifest.json").replacing(
        "\n  \"schema\"",
        with:
          "\n  \"repositories\": \"file://\(sandbox.folder)/split/swift-{name}.git\",\n  \"schema\""
      )
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.commitAll("Name the repositories")
      try await sandbox.registry("release")
      try sandbox.git("remote", "add", "origin", "../origin.git")
      try sandbox.git("push", "-q", "-u", "origin", "main")
      // One of the split repositories existed before.
      let tree = try sandbox.git("rev-parse", "HEAD:Components/Menu")
      let commit = try sandbox.git("commit-tree", tree, "-m", "By hand")
      let place = "../split/swift-Menu.git"
      for name in ["heads/main", "tags/1.0.0"] {
        try sandbox.git("push", "-q", place, "\(commit):refs/\(name)")
      }
      try await body(forge)
    }
  }

  /// What stands in for programs that talk to the network, of which a fresh image has none but
  /// `apt-get`: `gh` and `glab` keep pull requests and release pages as files.
  private func makePrograms() throws {
    let forge = """
      #!/bin/sh
      # One pull request a branch, one page a release; each option has its value behind it.
      if [ "$1 $2" = "run download" ]; then
        # gh run download ID --repo NAME --name plan --dir FOLDER
        rm -rf "$9" && mkdir "$9" && cp -P "\(folder)/artifact/plan.md" "$9"; exit
      fi
      if [ "$1" = api ]; then
        # One pull request, number 3, and its comments as files.
        case "$*" in
          *"/pulls -f state=open -f head="*)
            if [ "$(cat "\(folder)/head")" = "$HEAD_SHA" ]; then echo 3; fi; exit ;;
          *--paginate*/issues/3/comments*) ls "\(folder)/comments"; exit ;;
          *"--method P"*)
            for last in "$@"; do :; done
            case "$3 $4" in
              "POST "*/issues/3/comments) cp "${last#body=@}" "\(folder)/comments/$$" ;;
              "PATCH "*/issues/comments/*) cp "${last#body=@}" "\(folder)/comments/${4##*/}" ;;
              *) exit 2 ;;
            esac
            exit ;;
        esac
        case "$0" in
          */gh) cat "\(folder)/tags" ;;
          *) sed -e 's|.*|{"id":1,"tag_name":"&"},|' "\(folder)/tags" ;;
        esac
        exit
      fi
      what="$1 $2"; shift 2
      key=""; body=""
      while [ $# -gt 0 ]; do
        case "$1" in
          --yes) shift ;;
          --head | --source-branch) key="$2"; shift 2 ;;
          --body-file | --notes-file) body=$(cat "$2"); shift 2 ;;
          --description) body="$2"; shift 2 ;;
          --title | --name) shift 2 ;;
          -*) echo "unknown option $1" >&2; exit 2 ;;
          *) key="$1"; shift ;;
        esac
      done
      place="\(folder)/pulls"
      case "$what" in release*) place="\(folder)/pages" ;; esac
      file="$place/$(echo "$key" | tr / -)"
      case "$what" in
        "pr create" | "mr create") [ ! -e "$file" ] || exit 1 ;;
        "release create") [ ! -e "$file" ] && echo "$key" >> "\(folder)/tags" || exit 1 ;;
        "pr edit" | "mr update") [ -e "$file" ] || exit 1 ;;
        *) echo "unknown command $what" >&2; exit 2 ;;
      esac
      printf '%s\\n' "$body" > "$file"
      """
    let curl = """
      #!/bin/sh
      [ "$1 $2 $3 $4 $5" = "--fail --silent --show-error --location --output" ] || exit 2
      echo "$7" > "$6"
      """
    // Lists are there only after an update, and Debian has no glab.
    let apt = """
      #!/bin/sh
      what="$1"; shift
      [ "$what" = update ] && { touch "\(folder)/updated"; exit; }
      [ -e "\(folder)/updated" ] || exit 100
      for name in "$@"; do
        case "$name" in
          --* | ca-certificates) ;;
          curl | gh) cp "\(folder)/available/$name" "\(folder)/programs" ;;
          */glab.deb)
            grep -q glab.deb "$name" || exit 100
            cp "\(folder)/available/glab" "\(folder)/programs" ;;
          *) echo "E: Unable to locate package $name" >&2; exit 100 ;;
        esac
      done
      """
    let registry = "#!/bin/sh\nexec \"\(BuiltProducts.programs)/registry\" \"$@\"\n"
    let sums = """
      #!/bin/sh
      read -r sum file
      [ "$1 $sum" = "--check abc" ] && grep -q registry.tar.gz "$file"
      """
    let tar = """
      #!/bin/sh
      [ "$1 $3 $4 $5 $6" = "-xzf -C /usr/local --strip-components 1" ] || exit 2
      grep -q registry.tar.gz "$2" && cp "\(folder)/available/registry" "\(folder)/programs"
      """
    let programs = [
      "gh": forge, "glab": forge, "registry": registry, "curl": curl,
    ]
    for (name, text) in programs { try write(text, to: "available/\(name)") }
    try write(apt, to: "image/apt-get")
    try write(sums, to: "image/sha256sum")
    try write(tar, to: "image/tar")
    // The machine of the test may have them.
    for name in programs.keys + ["sudo"] {
      try write("#!/bin/sh\necho \"$0: not found\" >&2\nexit 127\n", to: "image/\(name)")
    }
  }

  private func write(_ program: String, to file: String) throws {
    try sandbox.write(program, to: "../\(file)")
    try sandbox.shell("chmod +x \(file)")
  }

  /// Every job starts in the same image, without what other jobs installed.
  ///
  /// - Parameters:
  ///   - isMac: Whether it is the image of a Mac, which has `curl`.
  ///   - isOfForge: Whether it is the forge's own image for Linux, which has `gh`.
  func startImage(isMac: Bool = false, isOfForge: Bool = false) throws {
    try sandbox.shell("rm -rf programs updated && cp -r image programs")
    if isMac { try sandbox.shell("cp available/curl programs") }
    if isOfForge { try sandbox.shell("cp available/gh programs") }
  }

  /// Runs the step of this repository's action that installs the program, with a stand-in for what it
  /// downloads.
  func installRegistry() throws {
    let action = try Self.file("../../action.yml")
    let steps = action["runs"]?["steps"]?.items ?? []
    let install = try #require(steps.first { $0["name"]?.text == "Install registry" })
    let others = steps.filter { $0["name"]?.text != "Install registry" }
    #expect(others.allSatisfy { $0["if"]?.text == "${{ inputs.check != 'false' }}" })
    try write(
      "#!/bin/sh\nmkdir -p \"$1/bin\" && cp \"\(folder)/available/registry\" \"$1/bin\"\n",
      to: "action/Scripts/install-release"
    )
    // The machine of the test may have the program.
    try sandbox.shell("rm -f programs/registry")
    let script = try #require(install["run"]?.text)
    try run(
      script.replacing("if command -v registry > /dev/null; then exit 0; fi\n", with: ""),
      in: ".",
      [
        "GITHUB_ACTION_PATH": "\(folder)/action", "GITHUB_PATH": "\(folder)/path",
        "RUNNER_TEMP": "\(folder)/installed",
      ]
    )
    try sandbox.shell("cp \"$(cat path)/registry\" programs && rm path")
  }

  /// The commit that a job has checked out.
  func commit() throws -> String { try sandbox.shell("git -C job rev-parse HEAD") }

  /// Whether the remote refuses what is pushed to its main branch.
  func protectMain(_ isProtected: Bool) throws {
    let hook = "origin.git/hooks/update"
    guard isProtected else { return _ = try sandbox.shell("rm \(hook)") }
    let script = "#!/bin/sh\ntest \"$1\" != refs/heads/main\n"
    try sandbox.write(script, to: "../\(hook)")
    try sandbox.shell("chmod +x \(hook)")
  }

  /// Runs a script as a job does, in a folder of the sandbox.
  @discardableResult
  func run(
    _ script: String,
    in place: String,
    _ variables: [String: String]
  ) throws -> String {
    let assignments = variables.sorted { $0.key < $1.key }
      .map { "export \($0.key)='\($0.value)'\n" }.joined()
    try sandbox.write(script + "\n", to: "../script")
    let toolchain = Sandbox.toolchain["PATH"] ?? ""
    return try sandbox.shell(
      "\(assignments)export PATH=\"\(folder)/programs:$PATH:\(toolchain)\"\ncd \(place)\n/bin/sh -e \(folder)/script 2>&1"
    )
  }

  /// The whole text of a workflow file.
  static func file(_ name: String) throws -> SimpleYAML {
    let url = URL(filePath: #filePath).appending(path: "../../../../../Documentation/ci/\(name)")
    return try SimpleYAML(reading: String(contentsOf: url.standardized, encoding: .utf8))
  }

  /// The files in a folder, with their contents.
  func files(_ name: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)") {
      files[file] = try String(contentsOfFile: "\(folder)/\(name)/\(file)", encoding: .utf8)
    }
    return files
  }
}
