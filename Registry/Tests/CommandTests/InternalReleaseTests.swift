import Foundation
import ProgramTesting
import Testing

/// An app whose packages no client could use, from `init` to a build from pins, with the stock package
/// manager really run.
struct InternalReleaseTests {
  /// `Menu` depends on a branch of another repository, has unsafe flags, and a target that is built
  /// from a submodule; `Waiter` prints what it says.
  private static func with(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.withForeign([:]) { sandbox in
      try makeRepository(
        "salt",
        of: sandbox,
        [
          "Package.swift": Sandbox.manifest(
            "salt",
            """
              products: [.library(name: "Salt", targets: ["Salt"])],
              targets: [.target(name: "Salt", path: ".", sources: ["Salt.swift"])]
            """
          ),
          "Salt.swift": "public let salt = \"salt\"\n",
        ]
      )
      try makeRepository(
        "soup",
        of: sandbox,
        ["Sources/Soup.swift": "public let soup = \"soup\"\n"]
      )
      let menu = Sandbox.manifest(
        "Menu",
        """
          products: [.library(name: "Menu", targets: ["Menu"])],
          dependencies: [.package(url: "\(sandbox.folder)/salt", branch: "main")],
          targets: [
            .target(
              name: "Menu",
              dependencies: ["Soup", .product(name: "Salt", package: "salt")],
              swiftSettings: [.unsafeFlags(["-Ounchecked"])]
            ),
            .target(name: "Soup", path: "Soup/Sources"),
          ]
        """
      )
      let waiter = Sandbox.manifest(
        "Waiter",
        """
          dependencies: [.package(path: "../Menu")],
          targets: [.executableTarget(name: "waiter", dependencies: ["Menu"])]
        """
      )
      try sandbox.write(menu, to: "Menu/Package.swift")
      try sandbox.write(source("plain"), to: "Menu/Sources/Menu/Menu.swift")
      try sandbox.write(waiter, to: "Waiter/Package.swift")
      try sandbox.write("import Menu\n\nprint(dish)\n", to: "Waiter/Sources/waiter/main.swift")
      try sandbox.addSubmodule("\(sandbox.folder)/soup", at: "Menu/Soup")
      try sandbox.commitAll("Open the bistro")
      try await body(sandbox)
    }
  }

  private static func source(_ word: String) -> String {
    "import Salt\nimport Soup\n\npublic let dish = \"\\(soup) with \\(salt), \(word)\"\n"
  }

  private static func makeRepository(
    _ name: String,
    of sandbox: Sandbox,
    _ files: [String: String]
  ) throws {
    let folder = "../\(name)"
    for (file, content) in files { try sandbox.write(content, to: "\(folder)/\(file)") }
    try sandbox.git("-C", folder, "init", "-q", "-b", "main")
    try sandbox.git("-C", folder, "add", "-A")
    try sandbox.git(
      "-C",
      folder,
      "-c",
      "user.name=Ada",
      "-c",
      "user.email=ada@example.com",
      "commit",
      "-q",
      "-m",
      "Begin"
    )
  }

  private func run(_ sandbox: Sandbox, _ arguments: String...) async throws -> String {
    let run = try await sandbox.registry(arguments, environment: Sandbox.toolchain)
    #expect(run.status == 0, "\(arguments): \(run.error)")
    return run.output
  }

  private func refusal(_ sandbox: Sandbox, _ arguments: String...) async throws -> String {
    let run = try await sandbox.registry(arguments)
    #expect(run.status == 1, "\(arguments): \(run.output)")
    return run.error
  }

  /// The package manager refuses to depend on a version of such a package, so the tags are the app's.
  @Test(arguments: [
    ("branch: \"main\"", "", true),
    ("from: \"1.0.0\"", ", swiftSettings: [.unsafeFlags([\"-Onone\"])]", true),
    ("from: \"1.0.0\"", "", false),
  ])
  func `tags are no published versions of a package with a branch or unsafe flags`(
    requirement: String,
    settings: String,
    isInternal: Bool
  ) async throws {
    let files = [
      "LICENSE": "Do as you like.\n",
      "Package.swift": Sandbox.manifest(
        "Shop",
        """
          products: [.library(name: "Shop", targets: ["Shop"])],
          dependencies: [.package(url: "https://example.com/tool.git", \(requirement))],
          targets: [
            .target(name: "Shop", dependencies: [.product(name: "Tool", package: "tool")]\(settings))
          ]
        """
      ), "Sources/Shop/Shop.swift": "public let shop = 1\n",
      "App/Package.swift": Sandbox.manifest(
        "App",
        """
          dependencies: [.package(name: "Shop", path: "..")],
          targets: [.executableTarget(name: "App", dependencies: ["Shop"])]
        """
      ), "App/Sources/App/main.swift": "import Shop\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      try sandbox.git("tag", "v1.2.0")
      let output = try await run(sandbox, "init")
      #expect(output.contains("internal, for the apps") == isInternal, "\(output)")
      #expect(output.contains("1.2.0 (1): Shop"), "\(output)")
    }
  }

  @Test func `an app is listed, released, pinned and built, with no edit by hand`() async throws {
    try await Self.with { sandbox in
      let start = try await run(sandbox, "init")
      #expect(
        start.contains(
          """
          releases
            internal, for the apps of this repository: rules for published packages do not apply, and
            nothing is served, archived or mirrored. To publish releases: 'registry init --release public'

          before internal components can be published:
          note: local-url (1)
          """
        ),
        "\(start)"
      )
      #expect(
        start.hasSuffix("\nno findings; 5 before publishing\nnext: registry plan\n"),
        "\(start)"
      )
      #expect(
        try sandbox.read("Registry/manifest.json").contains("\n  \"release\": \"internal\",\n")
      )
      let release = try await run(sandbox, "release")
      #expect(release.hasPrefix("Menu 1.0.0 is released, its first release\n"), "\(release)")
      #expect(release.contains("Soup: submodules, which the clone has\n"), "\(release)")
      #expect(try await run(sandbox, "log").contains("  internal\n"))
      #expect(try await run(sandbox, "verify").hasSuffix("1 release and 1 tag: no faults\n"))
      _ = try await run(sandbox, "pin", "Menu", "1.0.0")
      try sandbox.write(Self.source("changed"), to: "Menu/Sources/Menu/Menu.swift")
      try sandbox.commitAll("Change the menu")
      let output = try await run(sandbox, "run")
      #expect(output == "soup with salt, plain\n")
    }
  }

  /// `Menu` depends on the package of a submodule by path, and that on one of another submodule.
  private static func withSubmodules(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.withForeign([:]) { sandbox in
      for (name, dependencies) in [("Salt", []), ("Soup", ["../Salt"])] {
        let files = Sandbox.library(name, dependsOn: dependencies).merging(
          ["\(name)/Sources/\(name)/\(name).swift": "public let \(name.lowercased()) = 1\n"]
        ) { $1 }
        let own = files.map { (String($0.key.dropFirst(name.count + 1)), $0.value) }
        try makeRepository(name, of: sandbox, Dictionary(uniqueKeysWithValues: own))
        try sandbox.addSubmodule("\(sandbox.folder)/\(name)", at: "Vendor/\(name)")
      }
      let files =
        Sandbox.library("Menu", dependsOn: ["../Vendor/Soup"])
        + Sandbox.library("Table", dependsOn: ["../Menu"])
      for (file, content) in files { try sandbox.write(content, to: file) }
      try sandbox.write("import Soup\npublic let menu = soup\n", to: "Menu/Sources/Menu/Menu.swift")
      try sandbox.write(
        "import Menu\npublic let table = menu\n",
        to: "Table/Sources/Table/Table.swift"
      )
      try sandbox.write(
        Sandbox.manifest(
          "waiter",
          """
            dependencies: [.package(path: "../Table")],
            targets: [.executableTarget(name: "waiter", dependencies: ["Table"])]
          """
        ),
        to: "Waiter/Package.swift"
      )
      try sandbox.write("import Table\n\nprint(table)\n", to: "Waiter/Sources/waiter/main.swift")
      try sandbox.commitAll("Open the bistro")
      try await body(sandbox)
    }
  }

  @Test func `packages in submodules are built with the commits that the tree names`() async throws
  {
    try await Self.withSubmodules { sandbox in
      let initial = try await run(sandbox, "init", "--release", "internal")
      #expect(initial.contains("no findings; 1 before publishing\n"), "\(initial)")
      let release = try await run(sandbox, "release", "--verify", "newest")
      #expect(release.contains("Table 1.0.0 is released, its first release\n"), "\(release)")
      _ = try await run(sandbox, "pin", "Table", "1.0.0")
      try sandbox.write("public let soup = 2\n", to: "Vendor/Soup/Sources/Soup/Soup.swift")
      #expect(try await run(sandbox, "run") == "1\n")
      #expect(try await run(sandbox, "run", "--worktree") == "2\n")
      try sandbox.write(
        "public let table = menu\nimport Menu\n",
        to: "Table/Sources/Table/Table.swift"
      )
      try sandbox.git("commit", "-q", "-a", "-m", "fix: the table")
      let compared = try await run(sandbox, "plan")
      #expect(compared.contains("Table 1.0.0 → 1.0.1\n"), "\(compared)")
      // Elsewhere, what is missing is named, with the way to it.
      try sandbox.git("submodule", "deinit", "-q", "-f", "--all")
      _ = try sandbox.shell("rm -rf repository/.git/modules")
      let words = """
        'Menu' depends on a package in the submodule 'Vendor/Soup', whose commit this clone does not have
        """
      let sync = try await sandbox.registry("sync")
      #expect(
        sync.error
          == "error: \(words)\nhelp: get it with 'git submodule update --init --recursive'\n"
      )
      let plan = try await sandbox.registry(["plan"], environment: Sandbox.toolchain)
      #expect(plan.output.contains(words), "\(plan.output)\(plan.error)")
      let unchecked = try await run(sandbox, "release", "--verify", "none", "--no-api-check")
      #expect(unchecked.contains("Table 1.0.1 is released"), "\(unchecked)")
    }
  }

  @Test func `what is published is refused in words`() async throws {
    try await Self.with { sandbox in
      _ = try await run(sandbox, "init")
      _ = try await run(sandbox, "release")
      let help =
        "make one public with 'registry set NAME.release public', then release it again\n"
      #expect(
        try await refusal(sandbox, "archive", "Menu", "1.0.0") == """
          error: 'Menu' 1.0.0 is an internal release, which has no archive and is not published
          help: make it public with 'registry set Menu.release public', then release it again

          """
      )
      let mirror = try await refusal(sandbox, "mirror", "\(sandbox.folder)/mirror")
      #expect(mirror.hasPrefix("error: all components are internal: ") && mirror.hasSuffix(help))
      let export = try await refusal(sandbox, "export", "\(sandbox.folder)/files")
      #expect(export.hasPrefix("error: all components are internal: ") && export.hasSuffix(help))
      #expect(try sandbox.shell("ls") == "repository\nsalt\nsoup")
      let serve = try await refusal(sandbox, "serve", "--port", "0")
      #expect(serve.hasPrefix("error: all components are internal: ") && serve.hasSuffix(help))
      let server = try await sandbox.run("registry-server", ["--port", "0"])
      #expect(server.status == 1 && server.error.hasSuffix(help), "\(server.error)")
      let registry = "https://registry.example.com"
      let all = try await refusal(sandbox, "publish", "--registry", registry)
      #expect(all.hasPrefix("error: all components are internal: ") && all.hasSuffix(help))
      let publish = try await refusal(sandbox, "publish", "Menu", "--registry", registry)
      #expect(publish.hasPrefix("error: 'Menu' is internal: "), "\(publish)")
      #expect(
        publish.hasSuffix(
          "help: make it public with 'registry set Menu.release public', then release it again\n"
        )
      )
      let release = try await refusal(sandbox, "publish", "Menu@1.0.0", "--registry", registry)
      #expect(release.hasPrefix("error: 'Menu' 1.0.0 is an internal release"), "\(release)")
    }
  }

  @Test func `a person decides who begins internal`() async throws {
    try await Self.with { sandbox in
      let asked = try await run(sandbox, "init", "--release", "public", "--dry-run")
      #expect(asked.contains("error: unsafe-flags (1)") && !asked.contains("internal"), "\(asked)")
      try sandbox.git("tag", "1.0.0")
      let tagged = try await run(sandbox, "init", "--dry-run")
      #expect(tagged.contains("internal, for the apps of this repository"), "\(tagged)")
      _ = try await run(sandbox, "init", "--release", "internal")
      let changed = try await run(sandbox, "init", "--release", "public")
      #expect(changed.contains("error: submodule-needed (1)"), "\(changed)")
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 1)
    }
  }
}
