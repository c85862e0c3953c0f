import Foundation
import ProgramTesting
import Testing

/// A package at the root of the repository, which is a component like those in folders beside it.
struct RootComponentTests {
  static let kit = Sandbox.manifest(
    "Kit",
    #"  products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")]"#
  )

  static let files = [
    "Package.swift": kit, "Sources/Kit/Kit.swift": "public let kit = 1\n",
    "LICENSE": "Do as you like.\n",
  ]

  /// Kit at the root, Extra in a folder, which depends on it, and an app that uses both.
  static let withExtra =
    files + [
      "Packages/Extra/Package.swift": Sandbox.manifest(
        "Extra",
        """
          products: [.library(name: "Extra", targets: ["Extra"])],
          dependencies: [.package(path: "../..")],
          targets: [
            .target(name: "Extra", dependencies: [.product(name: "Kit", package: "repository")])
          ]
        """
      ),
      "Packages/Extra/Sources/Extra/Extra.swift": "import Kit\n\npublic let extra = kit + 1\n",
      "Examples/Shop/Package.swift": Sandbox.manifest(
        "Shop",
        """
          dependencies: [.package(path: "../.."), .package(path: "../../Packages/Extra")],
          targets: [
            .executableTarget(
              name: "Shop",
              dependencies: [.product(name: "Kit", package: "repository"), "Extra"]
            )
          ]
        """
      ),
      "Examples/Shop/Sources/Shop/main.swift": "import Extra\nimport Kit\n\nprint(kit, extra)\n",
    ]

  @Test func `init lists a library at the root as a component, beside the others`() async throws {
    try await Sandbox.withForeign(Self.withExtra) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(
        run.output.scrubbed == """
          'Registry/manifest.json' lists 2 components and 1 app in the scope 'bistro', 3 of them new
            commit  <short>
          components
            . (1): Kit
            Packages (1): Extra
          apps
            Shop in 'Examples/Shop', product Shop
          root files, for releases of components that have none
            LICENSE

          no findings
          next: registry plan

          """
      )
      let again = try await sandbox.registry("init")
      #expect(
        again.output.hasPrefix(
          "'Registry/manifest.json' lists all packages: 2 components and 1 app "
        )
      )
    }
  }

  @Test(arguments: [
    (#"  products: [.executable(name: "Kit", targets: ["Kit"])], "#, 0, 1),
    (#"  products: [.library(name: "Kit", targets: ["Kit"])], "#, 1, 0),
    (
      #"  products: [.library(name: "Kit", targets: ["Kit"]), .executable(name: "kit", targets: ["Run"])], "#,
      1, 1
    ),
    (#"  products: ["Kit"].map { .library(name: $0, targets: [$0]) }, "#, 1, 0),
  ])
  func `init tells a library at the root from an app`(
    products: String,
    components: Int,
    apps: Int
  ) async throws {
    let targets = #"targets: [.target(name: "Kit"), .executableTarget(name: "Run")]"#
    let isTool = products.contains("executable")
    let manifest = Sandbox.manifest(
      "Kit",
      products + (isTool ? targets : #"targets: [.target(name: "Kit")]"#)
    )
    try await Sandbox.withForeign(["Package.swift": manifest]) { sandbox in
      let run = try await sandbox.registry("init", "--dry-run")
      let noun = { (count: Int, word: String) in "\(count) \(word)\(count == 1 ? "" : "s")" }
      #expect(
        run.output.contains(
          "would list \(noun(components, "component")) and \(noun(apps, "app")) in"
        ),
        "\(run.output)\(run.error)"
      )
    }
  }

  @Test func `a release of the root has a plain tag, and what is left of the tree`() async throws {
    try await Sandbox.withReleased(Self.withExtra) { sandbox in
      #expect(try sandbox.git("tag") == "1.0.0\nExtra/1.0.0")
      #expect(
        try await sandbox.archived("Kit", "1.0.0") == [
          "Kit-1.0.0/Examples/Shop/Package.swift",
          "Kit-1.0.0/Examples/Shop/Sources/Shop/main.swift", "Kit-1.0.0/LICENSE",
          "Kit-1.0.0/Package.swift", "Kit-1.0.0/Sources/Kit/Kit.swift",
        ]
      )
      _ = try await sandbox.archived("Extra", "1.0.0")
      let manifest = try sandbox.shell("unzip -p Extra.zip '*/Package.swift'")
      #expect(manifest.contains(#".package(id: "bistro.Kit", from: "1.0.0")"#), "\(manifest)")
      #expect(manifest.contains(#".product(name: "Kit", package: "bistro.Kit")"#), "\(manifest)")
      // A client of the repository's URL gets the commit of the release.
      #expect(try sandbox.git("rev-parse", "1.0.0^{commit}") == sandbox.git("rev-parse", "HEAD"))
    }
  }

  @Test func `changes of other components and of the registry's data are none of the root`()
    async throws
  {
    try await Sandbox.withReleased(Self.withExtra) { sandbox in
      try sandbox.change(in: "Packages/Extra", "feat: add more")
      let bump = try await sandbox.registry("bump", "Extra", "1.1.0")
      #expect(bump.status == 0, "\(bump.error)")
      try sandbox.write("text\n", to: "Packages/Extra/new.txt")
      let status = try await sandbox.registry("status")
      #expect(
        status.output == """
          COMPONENT  LAYER  STATE               VERSION  LATEST
          Extra      –      1 file uncommitted  1.1.0    1.1.0
          Kit        –      unchanged           1.0.0    1.0.0

          """
      )
      let refused = try await sandbox.registry("bump", "Kit", "1.0.1")
      #expect(refused.error.contains("nothing has changed since '1.0.0'"), "\(refused.error)")
      let affected = try await sandbox.registry("affected", "--since", "HEAD~2")
      #expect(!affected.output.contains("Kit"), "\(affected.output)")
    }
  }

  @Test func `changes of the root are counted, listed and released`() async throws {
    try await Sandbox.withReleased(Self.withExtra) { sandbox in
      try sandbox.write("public let kit = 2\n", to: "Sources/Kit/Kit.swift")
      try sandbox.commitAll("feat: count to two")
      try sandbox.change(in: "Packages/Extra", "fix: add less")
      try sandbox.git("rm", "-q", "LICENSE")
      try sandbox.commitAll("chore: do without a licence")
      let status = try await sandbox.registry("status")
      #expect(status.output.contains("Kit        –      2 commits since"), "\(status.output)")
      let affected = try await sandbox.registry("affected", "--since", "1.0.0")
      #expect(affected.output.contains("Kit"), "\(affected.output)")
      try sandbox.git("revert", "--no-edit", "HEAD")
      let bump = try await sandbox.registry("bump", "Kit", "--minor")
      #expect(bump.output.hasPrefix("Kit 1.1.0 is released, after 1.0.0\n"), "\(bump.error)")
      let log = try await sandbox.registry("log", "Kit", "1.1.0", "--format", "markdown")
      #expect(log.output.contains("count to two"))
      #expect(!log.output.contains("add less"), "\(log.output)")
      let diff = try await sandbox.registry("diff", "Kit", "1.0.0", "1.1.0")
      #expect(diff.status == 0)
      #expect(!diff.output.contains("Packages"), "\(diff.output)\(diff.error)")
      let undo = try await sandbox.registry("undo", "Kit")
      #expect(undo.status == 0, "\(undo.error)")
      #expect(try sandbox.git("tag") == "1.0.0\nExtra/1.0.0")
      #expect(try sandbox.git("status", "--short") == "")
    }
  }

  @Test func `a clone can make every release of the root again, and finds it as it is recorded`()
    async throws
  {
    try await Sandbox.withReleased(Self.withExtra) { sandbox in
      try sandbox.git("tag", "-d", "1.0.0")
      // The commits of the releases are gone, as after a squash.
      let tree = try sandbox.git("rev-parse", "HEAD^{tree}")
      let squash = try sandbox.git("commit-tree", "-m", "Release", tree)
      try sandbox.git("reset", "-q", "--soft", squash)
      try sandbox.git("tag", "-d", "Extra/1.0.0")
      try sandbox.shell("git clone -q --no-local repository clone")
      try sandbox.shell("mv repository first && mv clone repository")
      #expect(try await sandbox.archived("Kit", "1.0.0").count == 5)
      let verify = try await sandbox.registry("verify")
      #expect(verify.status == 0, "\(verify.output)\(verify.error)")
      try sandbox.git("config", "user.name", "Ada")
      try sandbox.git("config", "user.email", "ada@example.com")
      let tags = try await sandbox.registry("tags")
      #expect(tags.status == 0, "\(tags.error)")
      #expect(try sandbox.git("tag") == "1.0.0\nExtra/1.0.0")
    }
  }

  @Test func `version files and a changelog of its own are part of a release of the root`()
    async throws
  {
    try await Sandbox.withListed(Self.withExtra) { sandbox in
      try sandbox.write("let version = \"0.0.0\"\n", to: "Sources/Kit/Version.swift")
      let manifest = try sandbox.read("Registry/manifest.json")
        .replacing(
          #""path": ".""#,
          with: #""path": ".", "versionFiles": [{ "path": "Sources/Kit/Version.swift", "#
            + #""pattern": "version = \"{version}\"" }]"#
        )
        .replacing(#""schema": 1"#, with: #""changelogs": "components", "schema": 1"#)
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.commitAll("Name the version")
      let release = try await sandbox.registry("release", "Kit=1.0.0")
      #expect(release.status == 0, "\(release.error)")
      #expect(try sandbox.read("Sources/Kit/Version.swift") == "let version = \"1.0.0\"\n")
      #expect(try await sandbox.archived("Kit", "1.0.0").contains("Kit-1.0.0/CHANGELOG.md"))
      let status = try await sandbox.registry("status", "Kit")
      #expect(status.output.contains("unchanged"), "\(status.output)")
      let verify = try await sandbox.registry("verify")
      #expect(verify.status == 0, "\(verify.output)")
    }
  }

  @Test func `versions alone are tags of the package at the root, and are adopted as such`()
    async throws
  {
    try await Sandbox.withForeign(Self.files) { sandbox in
      try sandbox.git("tag", "1.0.0")
      try sandbox.write("public let kit = 2\n", to: "Sources/Kit/Kit.swift")
      try sandbox.add(Self.withExtra)
      try sandbox.git("tag", "v1.1.0")
      try sandbox.git("tag", "2.0.0-beta.1")
      let proposed = try await sandbox.registry("init", "--dry-run")
      #expect(proposed.output.contains("baselines\n  1.1.0 (1): Kit\n"), "\(proposed.output)")
      let run = try await sandbox.registry(
        ["init", "--adopt-tags", "{version}", "--adopt-tags", "v{version}"]
      )
      #expect(run.output.contains("Kit (3)") || run.output.contains("3 releases"), "\(run.output)")
      #expect(
        !FileManager.default.fileExists(
          atPath: sandbox.repository + "/Registry/releases/Extra.jsonl"
        )
      )
      let verify = try await sandbox.registry("verify")
      #expect(verify.status == 0, "\(verify.output)")
      let next = try await sandbox.registry("bump", "Kit", "1.1.1")
      #expect(next.error.contains("nothing has changed since"), "\(next.output)\(next.error)")
    }
  }

  @Test func `a tag that was made by hand is not overwritten, and its version is not taken again`()
    async throws
  {
    try await Sandbox.withForeign(Self.files) { sandbox in
      try sandbox.git("tag", "1.2.0")
      let tagged = try sandbox.git("rev-parse", "1.2.0")
      try await sandbox.registry("init")
      try sandbox.write("public let kit = 2\n", to: "Sources/Kit/Kit.swift")
      try sandbox.commitAll("fix: count to two")
      for (version, tag) in [("1.2.0", "1.2.0"), ("1.3.0", "v1.3.0"), ("1.4.0", "1.4.0")] {
        if version != "1.2.0" { try sandbox.git("tag", tag) }
        let run = try await sandbox.registry("bump", "Kit", version)
        #expect(run.status == 1)
        #expect(run.error.contains("1.2.0") || run.error.contains("'\(tag)'"), "\(run.error)")
      }
      #expect(try sandbox.git("rev-parse", "1.2.0") == tagged)
      let patch = try await sandbox.registry("bump", "Kit", "--patch")
      #expect(patch.output.hasPrefix("Kit 1.2.1 is released"), "\(patch.error)")
    }
  }

  @Test func `an app in a folder pins the root, and is built from its release`() async throws {
    try await Sandbox.withReleased(Self.withExtra) { sandbox in
      try sandbox.write("public let kit = 5\n", to: "Sources/Kit/Kit.swift")
      try sandbox.write(
        "import Extra\nimport Kit\n\nprint(\"now\", kit, extra)\n",
        to: "Examples/Shop/Sources/Shop/main.swift"
      )
      try sandbox.commitAll("feat: count to five")
      for name in ["Kit", "Extra"] {
        let pin = try await sandbox.registry("pin", name, "1.0.0")
        #expect(pin.status == 0, "\(pin.error)")
      }
      let pinned = try await sandbox.registry(
        ["run", "Shop"],
        environment: Sandbox.toolchain
      )
      #expect(pinned.output == "now 1 2\n", "\(pinned.output)\(pinned.error)")
      try await sandbox.registry("unpin", "Extra")
      try await sandbox.registry("unpin", "Kit")
      let current = try await sandbox.registry(["run", "Shop"], environment: Sandbox.toolchain)
      #expect(current.output == "now 5 6\n", "\(current.output)\(current.error)")
    }
  }

  @Test func `an app at the root cannot pin the component there`() async throws {
    let both = Sandbox.manifest(
      "Kit",
      """
        products: [.library(name: "Kit", targets: ["Kit"])],
        targets: [.target(name: "Kit"), .executableTarget(name: "shop", dependencies: ["Kit"])]
      """
    )
    let files = Self.files + ["Package.swift": both, "Sources/shop/main.swift": "print(1)\n"]
    try await Sandbox.withListed(files) { sandbox in
      try await sandbox.registry("release")
      let run = try await sandbox.registry("pin", "Kit", "1.0.0")
      #expect(run.status == 1)
      #expect(
        run.error.contains("is at the root like the component 'Kit', which it cannot pin"),
        "\(run.error)"
      )
    }
  }

  @Test func `a root that depends on a component by path requires it, and on another is refused`()
    async throws
  {
    let umbrella = Sandbox.manifest(
      "Kit",
      """
        products: [.library(name: "Kit", targets: ["Kit"])],
        dependencies: [.package(path: "Packages/Menu")],
        targets: [.target(name: "Kit", dependencies: ["Menu"])]
      """
    )
    let files = Self.files + ["Package.swift": umbrella] + Sandbox.library("Packages/Menu")
    try await Sandbox.withListed(files) { sandbox in
      let run = try await sandbox.registry("release")
      #expect(run.status == 0, "\(run.error)")
      _ = try await sandbox.archived("Kit", "1.0.0")
      let manifest = try sandbox.shell("unzip -p Kit.zip 'Kit-1.0.0/Package.swift'")
      #expect(manifest.contains(#".package(id: "bistro.Menu", from: "1.0.0")"#), "\(manifest)")
      try sandbox.write(
        umbrella.replacing("Packages/Menu", with: "Examples/Salt").replacing(
          "\"Menu\"",
          with: "\"Salt\""
        ),
        to: "Package.swift"
      )
      try sandbox.add(Sandbox.library("Examples/Salt"))
      let refused = try await sandbox.registry("bump", "Kit", "1.1.0")
      #expect(refused.status == 1)
      #expect(
        refused.error.contains(
          "'Kit' depends on the package at 'Examples/Salt', which is not a component"
        ),
        "\(refused.error)"
      )
    }
  }

  @Test func `a link into another component's folder becomes what it leads to`() async throws {
    let files = Self.withExtra + ["Packages/Extra/guide.md": "Read.\n"]
    try await Sandbox.withListed(files) { sandbox in
      try FileManager.default.createDirectory(
        atPath: sandbox.repository + "/Docs",
        withIntermediateDirectories: true
      )
      try FileManager.default.createSymbolicLink(
        atPath: sandbox.repository + "/Docs/guide.md",
        withDestinationPath: "../Packages/Extra/guide.md"
      )
      try sandbox.commitAll("docs: link the guide")
      let run = try await sandbox.registry("bump", "Kit", "1.0.0")
      #expect(run.status == 0, "\(run.error)")
      _ = try await sandbox.archived("Kit", "1.0.0")
      #expect(try sandbox.shell("unzip -p Kit.zip 'Kit-1.0.0/Docs/guide.md'") == "Read.")
      let verify = try await sandbox.registry("verify")
      #expect(verify.status == 0, "\(verify.output)")
    }
  }

  @Test func `a link that leads nowhere is left out of the root, unless a product needs it`()
    async throws
  {
    func link(_ path: String, to target: String, in sandbox: Sandbox) throws {
      let file = URL(filePath: sandbox.repository).appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try FileManager.default.createSymbolicLink(
        atPath: file.path(percentEncoded: false),
        withDestinationPath: target
      )
    }
    try await Sandbox.withListed(Self.files) { sandbox in
      try link("Examples/gone", to: "../Nowhere", in: sandbox)
      try link("Examples/all/of/it", to: "../../../", in: sandbox)
      try sandbox.commitAll("docs: link examples")
      let run = try await sandbox.registry("bump", "Kit", "1.0.0")
      #expect(run.status == 0, "\(run.error)")
      #expect(try await sandbox.archived("Kit", "1.0.0").count == 3)
      try link("Sources/Kit/More.swift", to: "../Nowhere.swift", in: sandbox)
      try sandbox.commitAll("feat: link more")
      let refused = try await sandbox.registry("bump", "Kit", "1.1.0")
      #expect(refused.error.contains("the link 'Sources/Kit/More.swift'"), "\(refused.error)")
    }
  }

  @Test func `add, move and remove tell the root from other folders`() async throws {
    try await Sandbox.withForeign(Self.withExtra) { sandbox in
      try await sandbox.registry("init", "--include", "Packages")
      let all = try await sandbox.registry("add", "--all", "--dry-run")
      #expect(!all.output.contains("Kit"), "\(all.output)")
      let add = try await sandbox.registry("add", ".")
      #expect(add.output.contains("Kit"), "\(add.output)\(add.error)")
      let move = try await sandbox.registry("move", "Kit", "Packages/Kit")
      #expect(
        move.error.hasPrefix("error: 'Kit' cannot be moved: its folder '.' contains the registry's")
      )
      let onto = try await sandbox.registry("move", "Extra", ".")
      #expect(onto.error.hasPrefix("error: '.' is the root of the repository"), "\(onto.error)")
      let remove = try await sandbox.registry("remove", "Extra")
      #expect(remove.status == 0, "\(remove.error)")
      let last = try await sandbox.registry("remove", "Kit")
      #expect(last.status == 0, "\(last.error)")
    }
  }

  @Test func `a release of the root is withdrawn, exported and checked by lint like others`()
    async throws
  {
    try await Sandbox.withReleased(Self.withExtra) { sandbox in
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 0, "\(lint.output)")
      let export = try await sandbox.registry(
        "export",
        "\(sandbox.folder)/site",
        "--url",
        "https://swift.example.com"
      )
      #expect(export.status == 0, "\(export.error)")
      #expect(try sandbox.shell("find site -name '*.zip' | grep -c Kit") == "1")
      let yank = try await sandbox.registry("yank", "Kit", "1.0.0", "--reason", "too small")
      #expect(yank.status == 0, "\(yank.error)")
      let verify = try await sandbox.registry("verify")
      #expect(verify.output.contains("Extra 1.0.0: requires Kit"), "\(verify.output)")
    }
  }
}
