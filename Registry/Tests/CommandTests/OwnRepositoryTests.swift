import ProgramTesting
import Testing

/// Components that depend on each other by the URLs of their own repositories.
struct OwnRepositoryTests {
  /// Kitchen depends on Menu by this URL; the app is built from Kitchen.
  func with(
    url: String = "https://git.example.invalid/acme/swift-Menu",
    _ requirement: String = "from: \"1.0.0\"",
    layers: Bool = true,
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      let name = url.split(separator: "/").last?.replacing(".git", with: "") ?? ""
      try sandbox.edit("Components/Kitchen/Package.swift") {
        $0.replacing("path: \"../Menu\"", with: "url: \"\(url)\", \(requirement)")
          .replacing("[\"Menu\"]", with: "[.product(name: \"Menu\", package: \"\(name)\")]")
      }
      try sandbox.write(
        "import Menu\npublic let kitchen = name\n",
        to: "Components/Kitchen/Sources/Kitchen/Kitchen.swift"
      )
      try sandbox.writePackage("App", dependsOn: "../Kitchen")
      try sandbox.writeManifest(
        ["Kitchen": "Components/Kitchen", "Menu": "Components/Menu"],
        apps: #""app": { "path": "Components/App", "pins": {} }"#
      )
      try sandbox.edit("Registry/manifest.json") {
        $0.replacing(
          "\n  \"schema\"",
          with:
            "\n  \"repositories\": \"https://git.example.invalid/acme/swift-{name}\",\n  \"schema\""
        ).replacing("[\"feature\"]", with: layers ? "[\"feature\"]" : "[]")
      }
      try sandbox.commitAll("Depend on the menu by its URL")
      try await body(sandbox)
    }
  }

  /// Nothing is fetched: no host has this name.
  @Test(arguments: [
    "https://git.example.invalid/acme/swift-Menu",
    "ssh://git@GIT.example.invalid/acme/swift-Menu.git",
    "git@git.example.invalid:acme/swift-Menu.git",
  ])
  func `a dependency by URL of a component's repository is one on the component`(url: String)
    async throws
  {
    try await with(url: url) { sandbox in
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 0, "\(lint.output)")
      let graph = try await sandbox.registry("graph")
      #expect(graph.output == "FEATURE\nKitchen\n  → Menu\nMenu\n\n2 components, 1 dependency\n")
      let affected = try await sandbox.registry("affected", "--since", "HEAD")
      try sandbox.change("Menu")
      let changed = try await sandbox.registry("affected", "--since", "HEAD~1")
      #expect(affected.output != changed.output)
      #expect(changed.output.contains("Kitchen") && changed.output.contains("Menu"))
      // Dependencies first.
      let release = try await sandbox.registry("release")
      #expect(release.output.hasPrefix("Menu 1.0.0 is released, its first release\nKitchen 1.0.0 "))
      let record = try sandbox.read("Registry/releases/Kitchen.jsonl")
      #expect(record.contains("\"requires\":{\"Menu\":{\"from\":\"1.0.0\"}}"), "\(record)")
      #expect(record.contains("id: \\\"cookr.Menu\\\""))
      let remove = try await sandbox.registry("remove", "Menu")
      #expect(remove.error.hasPrefix("error: 'Menu' cannot be removed: 'Kitchen' depends on it"))
      let mirror = try await sandbox.registry("mirror", "../mirrors")
      #expect(mirror.output.contains("/mirrors"))
      #expect(!mirror.output.contains(".."))
      let mirrored = try sandbox.shell("git -C mirrors/swift-Kitchen.git show 1.0.0:Package.swift")
      #expect(
        mirrored.contains(
          ".package(url: \"https://git.example.invalid/acme/swift-Menu\", from: \"1.0.0\")"
        )
      )
      #expect(mirrored.contains("package: \"swift-Menu\""))
    }
  }

  @Test func `releases and apps are built from what lies beside them`() async throws {
    try await with { sandbox in
      let release = try await sandbox.registry(
        ["release", "--verify", "both"],
        environment: Sandbox.toolchain
      )
      #expect(release.status == 0, "\(release.error)")
      try sandbox.write("public let name = 2\n", to: "Components/Menu/Sources/Menu/Menu.swift")
      try sandbox.commitAll("feat!: count")
      let build = ["build"] + Sandbox.withoutIndex
      for arguments in [build, ["pin", "Kitchen", "1.0.0"], build] {
        let run = try await sandbox.registry(arguments, environment: Sandbox.toolchain)
        #expect(run.status == 0, "\(arguments): \(run.error)\(run.output)")
      }
      let kitchen = try sandbox.read(".registry/app/tree/Components/Kitchen/Package.swift")
      #expect(kitchen.contains("dependencies: [.package(path: \"../Menu\")]"))
      #expect(kitchen.contains(".product(name: \"Menu\", package: \"Menu\")"))
      let menu = try sandbox.read(".registry/app/tree/Components/Menu/Sources/Menu/Menu.swift")
      #expect(menu == "public let name = \"Menu\"\n")
      let tree = try sandbox.git("status", "--porcelain")
      #expect(tree == "")
    }
  }

  @Test func `release records the versions that the manifest requires`() async throws {
    try await with("\"1.0.0\"..<\"1.1.0\"") { sandbox in
      try await sandbox.registry("release")
      let record = try sandbox.read("Registry/releases/Kitchen.jsonl")
      #expect(
        record.contains("\"requires\":{\"Menu\":{\"from\":\"1.0.0\",\"to\":\"1.1.0\"}}"),
        "\(record)"
      )
      let file = "Components/Kitchen/Package.swift"
      let plain = try sandbox.read(file)
      let variant = "Components/Kitchen/Package@swift-6.1.swift"
      try sandbox.write(
        plain.replacing("\"1.0.0\"..<\"1.1.0\"", with: "from: \"1.0.0\""),
        to: variant
      )
      try sandbox.commitAll("Require other versions for another Swift")
      let two = try await sandbox.registry("bump", "Kitchen", "1.0.1")
      #expect(
        two.error == """
          error: Components/Kitchen/Package@swift-6.1.swift:7:18: 'Kitchen' requires 'Menu' \
          1.0.0..<1.1.0 and from 1.0.0, expected one requirement
          help: write the same versions in all manifests of the package

          """
      )
      try sandbox.git("rm", "-q", variant)
      try sandbox.change("Menu", "feat: list soups")
      try sandbox.change("Kitchen")
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(
        plan.output == """
          Menu 1.0.0 → 1.1.0
            1 commit: 1 feature
          Kitchen cannot be released
            'Kitchen' requires 'Menu' 1.0.0..<1.1.0, which its next release '1.1.0' does not meet
            help: change the requirement at Components/Kitchen/Package.swift:7:18, or release a version \
          that meets it: 'registry bump Menu 1.0.1'

          1 release; the public API was not compared: the versions follow from the commits alone

          """
      )
      try sandbox.write(
        plain.replacing("\"1.0.0\"..<\"1.1.0\"", with: "from: version"),
        to: file
      )
      try sandbox.commitAll()
      let computed = try await sandbox.registry("plan", "--no-api-check", "--check-held")
      #expect(computed.status == 1)
      #expect(
        computed.output.contains("the versions that are required of a component cannot be read")
      )
    }
  }

  @Test func `layers hold for it`() async throws {
    try await with(layers: false) { sandbox in
      let lint = try await sandbox.registry("lint")
      #expect(lint.status == 1)
      #expect(lint.output.contains("'Kitchen'") && lint.output.contains("'Menu'"))
      let release = try await sandbox.registry("release", "--all-or-nothing")
      #expect(release.status == 1)
      #expect(
        release.error.hasPrefix("error: Components/Kitchen/Package.swift:7:18: "),
        "\(release.error)"
      )
    }
  }

  /// Puts both into one fixed group.
  private func group(_ sandbox: Sandbox) throws {
    try sandbox.edit("Registry/manifest.json") {
      $0.replacing(
        "\n  \"layers\"",
        with:
          "\n  \"groups\": { \"shop\": { \"components\": [\"*\"], \"kind\": \"fixed\" } },\n  \"layers\""
      )
    }
    try sandbox.commitAll("Group the components")
  }

  @Test func `release within a fixed group requires at least the common version`() async throws {
    try await with("\"0.1.0\"..<\"1.0.0\"") { sandbox in
      try group(sandbox)
      try await sandbox.registry("release", "shop=0.5.0")
      try sandbox.change("Menu", "fix: salt")
      let release = try await sandbox.registry("release")
      #expect(release.status == 0, "\(release.error)")
      let record = try sandbox.read("Registry/releases/Kitchen.jsonl").split(separator: "\n").last
      #expect(record?.contains(#""requires":{"Menu":{"from":"0.5.1","to":"1.0.0"}}"#) == true)
      #expect(record?.contains(#"\"0.5.1\"..<\"1.0.0\""#) == true)
      #expect(try await sandbox.registry("plan", "--no-api-check").output == "nothing to release\n")
      let refused = try await sandbox.registry("release", "shop=1.0.0")
      #expect(
        refused.error == """
          error: component 'Kitchen': 'Kitchen' requires 'Menu' 0.1.0..<1.0.0, which its next release \
          '1.0.0' does not meet
          help: change the requirement at Components/Kitchen/Package.swift:7:18, or release a version that \
          meets it: 'registry release shop=0.5.2'

          """
      )
    }
  }

  @Test func `a version file writes the requirement before it is checked`() async throws {
    try await with("from: \"0.1.0\"") { sandbox in
      try group(sandbox)
      try sandbox.edit("Registry/manifest.json") {
        $0.replacing(
          "\"path\": \"Components/Kitchen\"",
          with: "\"path\": \"Components/Kitchen\",\n      \"versionFiles\": [{ \"path\": "
            + #""Package.swift", "pattern": "from: \"{version}\"" }]"#
        )
      }
      try sandbox.commitAll("Write the version")
      let release = try await sandbox.registry("release", "shop=1.0.0")
      #expect(release.status == 0, "\(release.error)")
      #expect(try sandbox.read("Components/Kitchen/Package.swift").contains("from: \"1.0.0\""))
      let record = try sandbox.read("Registry/releases/Kitchen.jsonl")
      #expect(record.contains(#""requires":{"Menu":{"from":"1.0.0"}}"#))
      #expect(try await sandbox.registry("plan", "--no-api-check").output == "nothing to release\n")
    }
  }

  @Test(arguments: [
    ("kind\": \"fixed", "1.0.0"), ("kind\": \"fixed\", \"prerelease\": \"preview", "1.0.0-preview"),
  ])
  func `a first version that a requirement does not admit is refused with one that it does`(
    group: String,
    version: String
  ) async throws {
    try await with("from: \"0.5.0\"") { sandbox in
      try sandbox.edit("Registry/manifest.json") {
        $0.replacing(
          "\n  \"layers\"",
          with:
            "\n  \"groups\": { \"all\": { \"components\": [\"*\"], \"\(group)\" } },\n  \"layers\""
        )
      }
      try sandbox.commitAll("Group the components")
      let plan = try await sandbox.registry("plan", "--no-api-check")
      #expect(
        plan.output.contains(
          "'Kitchen' requires 'Menu' from 0.5.0, which its next release '\(version)"
        ),
        "\(plan.output)"
      )
      #expect(
        plan.output.contains(
          """
            help: release a version that meets it, 'registry release all=0.5.0', or change the requirement \
          at Components/Kitchen/Package.swift:7:18
          """
        ),
        "\(plan.output)"
      )
      let release = try await sandbox.registry("release", "all=0.5.0", "--no-api-check")
      #expect(release.status == 0, "\(release.error)\(release.output)")
    }
  }

  @Test func `repositories of one form are proposed`() async throws {
    func files(_ urls: [String]) -> [String: String] {
      var files: [String: String] = [:]
      for (name, url) in zip(["Kitchen", "Waiter"], urls) {
        files = files + Sandbox.library("Components/\(name)")
        files["Components/\(name)/Package.swift"] = Sandbox.manifest(
          name,
          """
            products: [.library(name: "\(name)", targets: ["\(name)"])],
            dependencies: [.package(url: "\(url)", from: "1.0.0")],
            targets: [.target(name: "\(name)")]
          """
        )
      }
      return files + Sandbox.library("Components/Menu") + Sandbox.library("Components/MenuKit")
    }
    let own = "https://git.example.invalid/acme"
    let cases: [(urls: [String], template: String?)] = [
      (["\(own)/swift-Menu.git", "\(own)/swift-MenuKit.git"], "\(own)/swift-{name}.git"),
      (["\(own)/swift-Menu.git", "\(own)/swift-Kitchen"], "\(own)/swift-{name}"),
      (["\(own)/Menu", "\(own)/swift-Kitchen"], nil),
      (["\(own)/swift-Menu", "\(own)/swift-Menu"], nil),
      (["https://other.example/Menu", "https://other.example/Kitchen"], nil),
    ]
    for (urls, template) in cases {
      try await Sandbox.withForeign(files(urls)) { sandbox in
        try sandbox.git("remote", "set-url", "origin", "\(own)/monorepo.git")
        let run = try await sandbox.registry("init")
        let lines = "repositories of the components, as their manifests name them\n  "
        #expect(run.output.contains(lines) == (template != nil), "\(urls): \(run.output)")
        let manifest = try sandbox.read("Registry/manifest.json")
        if let template {
          #expect(run.output.contains("\(lines)\(template)\n"), "\(run.output)")
          #expect(manifest.contains("\"repositories\": \"\(template)\""))
          #expect(!run.output.contains("own-repository"), "\(run.output)")
        } else {
          #expect(!manifest.contains("repositories"))
        }
      }
    }
  }
}

extension Sandbox {
  fileprivate func edit(_ file: String, _ change: (String) -> String) throws {
    try write(change(read(file)), to: file)
  }
}
