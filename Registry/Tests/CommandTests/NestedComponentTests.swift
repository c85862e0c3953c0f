import Foundation
import ProgramTesting
import Testing

/// Components in the folders of others, and a component around the registry's own data: an outer one
/// has what is left of its folder.
struct NestedComponentTests {
  static func package(_ name: String, _ dependencies: [(path: String, package: String)] = [])
    -> String
  {
    let paths = dependencies.map { #".package(path: "\#($0.path)")"# }.joined(separator: ", ")
    let products = dependencies.map { #""\#($0.package)""# }.joined(separator: ", ")
    return Sandbox.manifest(
      name,
      """
        products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(paths)],
        targets: [.target(name: "\(name)", dependencies: [\(products)])]
      """
    )
  }

  /// Core, Salt in a folder of Core's, which depends on it, and an app that uses both.
  static let files = [
    "LICENSE": "Do as you like.\n", "Packages/Core/Package.swift": package("Core"),
    "Packages/Core/Sources/Core/Core.swift": "public let core = 1\n",
    "Packages/Core/Plugins/Salt/Package.swift": package("Salt", [("../..", "Core")]),
    "Packages/Core/Plugins/Salt/Sources/Salt/Salt.swift":
      "import Core\n\npublic let salt = core + 1\n",
    "Packages/Core/Plugins/README.md": "Plugins.\n",
    "Shop/Package.swift": Sandbox.manifest(
      "Shop",
      """
        dependencies: [
          .package(path: "../Packages/Core"), .package(path: "../Packages/Core/Plugins/Salt")
        ],
        targets: [.executableTarget(name: "Shop", dependencies: ["Core", "Salt"])]
      """
    ), "Shop/Sources/Shop/main.swift": "import Core\nimport Salt\n\nprint(core, salt)\n",
  ]

  func verified(_ sandbox: Sandbox, _ location: SourceLocation = #_sourceLocation) async throws {
    let verify = try await sandbox.registry("verify")
    #expect(verify.status == 0, "\(verify.output)\(verify.error)", sourceLocation: location)
  }

  func states(_ sandbox: Sandbox) async throws -> [String] {
    try await sandbox.registry("status").output.split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
  }

  @Test func `init lists packages in the folders of others as components`() async throws {
    try await Sandbox.withForeign(Self.files) { sandbox in
      let run = try await sandbox.registry("init")
      #expect(
        run.output.scrubbed == """
          'Registry/manifest.json' lists 2 components and 1 app in the scope 'bistro', 3 of them new
            commit  <short>
          components
            Packages (1): Core
            Packages/Core/Plugins (1): Salt
          apps
            Shop in 'Shop', product Shop
          root files, for releases of components that have none
            LICENSE

          no findings
          next: registry plan

          """,
        "\(run.error)"
      )
    }
  }

  @Test func `a release of an outer component has what is left of its folder`() async throws {
    try await Sandbox.withReleased(Self.files) { sandbox in
      #expect(try sandbox.git("tag") == "Core/1.0.0\nSalt/1.0.0")
      #expect(
        try await sandbox.archived("Core", "1.0.0") == [
          "Core-1.0.0/LICENSE", "Core-1.0.0/Package.swift", "Core-1.0.0/Plugins/README.md",
          "Core-1.0.0/Sources/Core/Core.swift",
        ]
      )
      let record = try sandbox.read("Registry/releases/Core.jsonl")
      #expect(record.contains(#""folder":"Packages/Core","format":11"#), "\(record)")
      #expect(record.contains(#""parts":{"Package.swift":["100644","#), "\(record)")
      #expect(try !sandbox.read("Registry/releases/Salt.jsonl").contains("parts"))
      _ = try await sandbox.archived("Salt", "1.0.0")
      let manifest = try sandbox.shell("unzip -p Salt.zip '*/Package.swift'")
      #expect(manifest.contains(#".package(id: "bistro.Core", from: "1.0.0")"#), "\(manifest)")
      try await verified(sandbox)
    }
  }

  @Test func `an outer component that depends on inner ones requires their releases`() async throws
  {
    let files =
      ["LICENSE": "Do as you like.\n"] + [
        "Suite/Package.swift": Self.package("Suite", [("Parts/Menu", "Menu")]),
        "Suite/Sources/Suite/Suite.swift": "import Menu\n\npublic let suite = 1\n",
      ] + Sandbox.library("Suite/Parts/Menu")
    try await Sandbox.withListed(files) { sandbox in
      let run = try await sandbox.registry("release")
      #expect(run.status == 0, "\(run.error)")
      _ = try await sandbox.archived("Suite", "1.0.0")
      let manifest = try sandbox.shell("unzip -p Suite.zip '*/Package.swift'")
      #expect(manifest.contains(#".package(id: "bistro.Menu", from: "1.0.0")"#), "\(manifest)")
      // The release still finds it where it moves.
      let move = try await sandbox.registry("move", "Menu", "Menu")
      #expect(move.status == 0, "\(move.error)")
      #expect(try await states(sandbox)[1].hasPrefix("Suite – 1 commit since"))
      try await verified(sandbox)
    }
  }

  @Test func `a folder that becomes a component is one commit of the component that had it`()
    async throws
  {
    let inner = Self.files.keys.filter { $0.contains("Salt/") }
    let files = Self.files.filter { !inner.contains($0.key) && !$0.key.hasPrefix("Shop") }
    try await Sandbox.withReleased(files + ["Packages/Core/Plugins/Salt/README.md": "Salt.\n"]) {
      sandbox in
      for file in inner { try sandbox.write(Self.files[file] ?? "", to: file) }
      try sandbox.commitAll("feat: season")
      let add = try await sandbox.registry("add", "Packages/Core/Plugins/Salt")
      #expect(add.status == 0, "\(add.error)")
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(plan.output.contains("Core 1.0.0 → 1.0.1\n  1 commit\n"), "\(plan.output)")
      // What another one never had is not missed.
      let release = try await sandbox.registry("release", "--no-api-check")
      #expect(release.status == 0, "\(release.error)")
      try sandbox.write("More.\n", to: "Packages/Core/Plugins/Pepper/README.md")
      try sandbox.write(Self.package("Pepper"), to: "Packages/Core/Plugins/Pepper/Package.swift")
      try sandbox.write("let hot = 1\n", to: "Packages/Core/Plugins/Pepper/Sources/Pepper/A.swift")
      try sandbox.commitAll("feat: add pepper")
      try await sandbox.registry("add", "Packages/Core/Plugins/Pepper")
      try sandbox.change(in: "Packages/Core", "fix: mend")
      let next = try await sandbox.registry("plan", "Core", "--no-api-check")
      #expect(next.output.contains("Core 1.0.1 → 1.0.2\n  1 commit"), "\(next.output)")
    }
  }

  @Test func `changes of inner components are none of the outer one`() async throws {
    try await Sandbox.withReleased(Self.files) { sandbox in
      try sandbox.change(in: "Packages/Core/Plugins/Salt", "feat: add more")
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(plan.output.contains("Salt") && !plan.output.contains("Core"), "\(plan.output)")
      let affected = try await sandbox.registry("affected", "--since", "HEAD~1")
      #expect(!affected.output.contains("Core\n"), "\(affected.output)")
      let bump = try await sandbox.registry("bump", "Salt", "1.1.0")
      #expect(bump.status == 0, "\(bump.error)")
      try sandbox.write("text\n", to: "Packages/Core/Plugins/Salt/new.txt")
      #expect(
        try await states(sandbox) == [
          "Core – unchanged 1.0.0 1.0.0", "Salt – 1 file uncommitted 1.1.0 1.1.0",
        ]
      )
      let refused = try await sandbox.registry("bump", "Core", "1.0.1")
      #expect(refused.error.contains("nothing has changed since '1.0.0'"), "\(refused.error)")
    }
  }

  @Test func `changes of the outer component are counted, listed and taken back`() async throws {
    try await Sandbox.withReleased(Self.files) { sandbox in
      try sandbox.write("public let core = 2\n", to: "Packages/Core/Sources/Core/Core.swift")
      try sandbox.commitAll("feat: count to two")
      try sandbox.change(in: "Packages/Core/Plugins/Salt", "fix: add less")
      #expect(
        try await states(sandbox) == [
          "Core – 1 commit since 1.0.0 1.0.0", "Salt – 1 commit since 1.0.0 1.0.0",
        ]
      )
      let bump = try await sandbox.registry("bump", "Core", "--minor")
      #expect(bump.output.hasPrefix("Core 1.1.0 is released, after 1.0.0\n"), "\(bump.error)")
      let log = try await sandbox.registry("log", "Core", "1.1.0", "--format", "markdown")
      #expect(log.output.contains("count to two"))
      #expect(!log.output.contains("add less"), "\(log.output)")
      let diff = try await sandbox.registry("diff", "Core", "1.0.0", "1.1.0")
      #expect(diff.status == 0)
      #expect(!diff.output.contains("Plugins"), "\(diff.output)\(diff.error)")
      let undo = try await sandbox.registry("undo", "Core")
      #expect(undo.status == 0, "\(undo.error)")
      #expect(try sandbox.git("tag") == "Core/1.0.0\nSalt/1.0.0")
      #expect(try sandbox.git("status", "--short") == "")
    }
  }

  @Test func `a package around the registry's own data is a component without it`() async throws {
    let files =
      ["LICENSE": "Do as you like.\n", "Registry/templates/library/README.md": "{name}\n"] + [
        "Registry/LICENSE": "Do as you like.\n",
        "Registry/Package.swift": Self.package("Tool", [("Packages/Menu", "Menu")]),
        "Registry/Sources/Tool/Tool.swift": "public let tool = 1\n",
      ] + Sandbox.library("Registry/Packages/Menu")
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--include", "Registry/Packages")
      let add = try await sandbox.registry("add", "Registry", "--name", "Tool")
      #expect(add.status == 0, "\(add.error)")
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 0, "\(lint.output)")
      let release = try await sandbox.registry("release")
      #expect(release.status == 0, "\(release.error)")
      #expect(
        try await states(sandbox) == [
          "Menu – unchanged 1.0.0 1.0.0", "Tool – unchanged 1.0.0 1.0.0",
        ]
      )
      #expect(
        try await sandbox.archived("Tool", "1.0.0") == [
          "Tool-1.0.0/LICENSE", "Tool-1.0.0/Package.swift", "Tool-1.0.0/Sources/Tool/Tool.swift",
        ]
      )
      try sandbox.change(in: "Registry/Packages/Menu", "feat: add more")
      let bump = try await sandbox.registry("bump", "Menu", "1.1.0")
      #expect(bump.status == 0, "\(bump.error)")
      #expect(try await states(sandbox)[1] == "Tool – unchanged 1.0.0 1.0.0")
      try await verified(sandbox)
      let move = try await sandbox.registry("move", "Tool", "Tool")
      #expect(
        move.error.hasPrefix(
          "error: 'Tool' cannot be moved: its folder 'Registry' contains the registry's own data\n"
        ),
        "\(move.error)"
      )
    }
  }

  @Test func `a clone can make every release of an outer component again`() async throws {
    try await Sandbox.withReleased(Self.files) { sandbox in
      // The commits of the releases are gone, as after a squash.
      try sandbox.git("tag", "-d", "Core/1.0.0", "Salt/1.0.0")
      let tree = try sandbox.git("rev-parse", "HEAD^{tree}")
      let squash = try sandbox.git("commit-tree", "-m", "Release", tree)
      try sandbox.git("reset", "-q", "--soft", squash)
      try sandbox.shell("git clone -q --no-local repository clone")
      try sandbox.shell("mv repository first && mv clone repository")
      try sandbox.git("config", "user.name", "Ada")
      try sandbox.git("config", "user.email", "ada@example.com")
      #expect(try await sandbox.archived("Core", "1.0.0").count == 4)
      let tags = try await sandbox.registry("tags")
      #expect(tags.status == 0, "\(tags.error)")
      #expect(try sandbox.git("tag") == "Core/1.0.0\nSalt/1.0.0")
      try await verified(sandbox)
    }
  }

  @Test func `an app pins outer and inner components to releases of their own`() async throws {
    try await Sandbox.withReleased(Self.files) { sandbox in
      try sandbox.write("public let core = 5\n", to: "Packages/Core/Sources/Core/Core.swift")
      try sandbox.write(
        "import Core\n\npublic let salt = core + 10\n",
        to: "Packages/Core/Plugins/Salt/Sources/Salt/Salt.swift"
      )
      try sandbox.commitAll("feat: count to five")
      func output() async throws -> String {
        let run = try await sandbox.registry(["run", "Shop"], environment: Sandbox.toolchain)
        #expect(run.status == 0, "\(run.error)")
        return run.output
      }
      #expect(try await output() == "5 15\n")
      try await sandbox.registry("pin", "Core", "1.0.0")
      #expect(try await output() == "1 11\n")
      try await sandbox.registry("pin", "Salt", "1.0.0")
      #expect(try await output() == "1 2\n")
      // What is not committed of a pinned one is left out, whatever its folder contains.
      try sandbox.write("let x = 1\n", to: "Packages/Core/Sources/Core/More.swift")
      try sandbox.write("text\n", to: "Packages/Core/Plugins/Salt/new.txt")
      let sync = try await sandbox.registry("sync", "--worktree")
      let notes = sync.output + sync.error
      #expect(notes.contains("'Core' has uncommitted changes, but is built from its"), "\(notes)")
      #expect(notes.contains("'Salt' has uncommitted changes, but is built from its"), "\(notes)")
    }
  }

  @Test func `a component that is added in another one's folder, or removed, changes that one`()
    async throws
  {
    let files =
      ["LICENSE": "Do as you like.\n"] + Sandbox.library("Core")
      + Sandbox.library("Core/Plugins/Salt")
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--exclude", "/Core/Plugins")
      let first = try await sandbox.registry("bump", "Core", "1.0.0")
      #expect(first.status == 0, "\(first.error)")
      #expect(try !sandbox.read("Registry/releases/Core.jsonl").contains("parts"))
      let add = try await sandbox.registry("add", "Core/Plugins/Salt")
      #expect(add.status == 0, "\(add.error)")
      #expect(
        try await states(sandbox) == [
          "Core – 1 commit since 1.0.0 1.0.0", "Salt – never released – –",
        ]
      )
      try await verified(sandbox)
      let second = try await sandbox.registry("bump", "Core", "1.0.1")
      #expect(second.status == 0, "\(second.error)")
      #expect(try await sandbox.archived("Core", "1.0.0").count == 6)
      #expect(try await sandbox.archived("Core", "1.0.1").count == 3)
      let remove = try await sandbox.registry("remove", "Salt")
      #expect(remove.status == 0, "\(remove.error)")
      #expect(try await states(sandbox) == ["Core – 1 commit since 1.0.1 1.0.1"])
      try await verified(sandbox)
      let tags = try await sandbox.registry("tags")
      #expect(tags.status == 0, "\(tags.error)")
    }
  }

  @Test func `inner components move with the outer one, and out of it`() async throws {
    try await Sandbox.withReleased(Self.files) { sandbox in
      let move = try await sandbox.registry("move", "Core", "Libraries/Core")
      #expect(move.status == 0, "\(move.error)")
      #expect(
        try await states(sandbox) == [
          "Core – unchanged 1.0.0 1.0.0", "Salt – unchanged 1.0.0 1.0.0",
        ]
      )
      #expect(try sandbox.read("Shop/Package.swift").contains("../Libraries/Core/Plugins/Salt"))
      try await verified(sandbox)
      try sandbox.change(in: "Libraries/Core", "feat: add more")
      #expect(try await states(sandbox)[0] == "Core – 2 commits since 1.0.0 1.0.0")
      let out = try await sandbox.registry("move", "Salt", "Libraries/Salt")
      #expect(out.status == 0, "\(out.error)")
      #expect(try await states(sandbox)[0] == "Core – 2 commits since 1.0.0 1.0.0")
      try await verified(sandbox)
      let bump = try await sandbox.registry("bump", "Core", "--minor")
      #expect(bump.status == 0, "\(bump.error)")
      try await verified(sandbox)
    }
  }

  @Test func `outer and inner components have changelogs and version files of their own`()
    async throws
  {
    try await Sandbox.withListed(Self.files) { sandbox in
      for folder in ["Packages/Core", "Packages/Core/Plugins/Salt"] {
        try sandbox.write("0.0.0\n", to: "\(folder)/VERSION")
      }
      let manifest = try sandbox.read("Registry/manifest.json").replacing(
        #""schema": 1"#,
        with: #""changelogs": "components", "schema": 1, "versionFiles": "#
          + #"[{ "path": "VERSION", "pattern": "{version}" }]"#
      )
      try sandbox.write(manifest, to: "Registry/manifest.json")
      try sandbox.commitAll("Name the versions")
      let release = try await sandbox.registry("release", "Core", "Salt=2.0.0")
      #expect(release.status == 0, "\(release.error)")
      #expect(try sandbox.read("Packages/Core/VERSION") == "1.0.0\n")
      #expect(try sandbox.read("Packages/Core/Plugins/Salt/VERSION") == "2.0.0\n")
      #expect(try sandbox.read("Packages/Core/Plugins/Salt/CHANGELOG.md").contains("2.0.0"))
      #expect(
        try await states(sandbox) == [
          "Core – unchanged 1.0.0 1.0.0", "Salt – unchanged 2.0.0 2.0.0",
        ]
      )
      try await verified(sandbox)
    }
  }

  @Test func `an outer component is exported, mirrored and withdrawn like others`() async throws {
    try await Sandbox.withReleased(Self.files) { sandbox in
      let export = try await sandbox.registry(
        "export",
        "\(sandbox.folder)/site",
        "--url",
        "https://swift.example.com"
      )
      #expect(export.status == 0, "\(export.error)")
      #expect(try sandbox.shell("find site -name '*.zip' | grep -c Core") == "1")
      for history in ["none", "full"] {
        try await sandbox.registry("set", "history", history)
        let folder = "\(sandbox.folder)/\(history)"
        let mirror = try await sandbox.registry("mirror", folder, "--base-url", "file://\(folder)")
        #expect(mirror.status == 0, "\(mirror.error)")
        #expect(
          try sandbox.shell("git -C \(history)/Core.git ls-tree -r --name-only 1.0.0")
            == "LICENSE\nPackage.swift\nPlugins/README.md\nSources/Core/Core.swift"
        )
      }
      let yank = try await sandbox.registry("yank", "Core", "1.0.0", "--reason", "too small")
      #expect(yank.status == 0, "\(yank.error)")
      let verify = try await sandbox.registry("verify")
      #expect(verify.output.contains("Salt 1.0.0: requires Core"), "\(verify.output)")
    }
  }
}
