import Foundation
import ProgramTesting
import Testing

/// A remote repository, and what stands in for a forge that runs workflows: fresh clones, and programs
/// in the place of those that speak to it or install something.
struct ScratchForge {
  let sandbox: Sandbox

  private var folder: String { sandbox.folder }

  /// Kitchen and Menu are released, and the remote has no tags yet.
  static func with(_ body: (ScratchForge) async throws -> Void) async throws {
    try await Sandbox.with { sandbox in
      let forge = ScratchForge(sandbox: sandbox)
      try forge.makePrograms()
      try sandbox.shell(
        """
        git init -q --bare -b main origin.git
        for name in Kitchen Menu; do git init -q --bare "split/swift-$name.git"; done
        mkdir temporary pulls pages
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

  /// `gh` and `glab` keep pull requests and release pages as files; the others do nothing.
  private func makePrograms() throws {
    let forge = """
      #!/bin/sh
      # One pull request a branch, one page a release; each option has its value behind it.
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
        "pr create" | "mr create" | "release create") [ ! -e "$file" ] || exit 1 ;;
        "pr edit" | "mr update") [ -e "$file" ] || exit 1 ;;
        "release view") [ -e "$file" ]; exit ;;
        *) echo "unknown command $what" >&2; exit 2 ;;
      esac
      printf '%s\\n' "$body" > "$file"
      """
    // The toolchain takes its time, and other tests are about what it says.
    let registry = """
      #!/bin/sh
      case "$1" in
        release) set -- "$@" \(Sandbox.unchecked.joined(separator: " ")) ;;
        plan) set -- "$@" --no-api-check ;;
      esac
      exec "\(BuiltProducts.programs)/registry" "$@"
      """
    let programs = [
      "gh": forge, "glab": forge, "registry": registry, "curl": "#!/bin/sh\nexit 0\n",
      "apt-get": "#!/bin/sh\nexit 0\n", "sudo": "#!/bin/sh\nexec \"$@\"\n",
    ]
    for (name, text) in programs {
      try sandbox.write(text, to: "../programs/\(name)")
      try sandbox.shell("chmod +x programs/\(name)")
    }
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
