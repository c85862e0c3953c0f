import Foundation
import ProgramTesting
import Testing

/// Components that are never released, with the stock package manager really run.
struct PrivateComponentTests {
  /// `Menu`, whose tests need `Helpers`, which needs `Menu` and `Salt`, which is not released.
  private static func with(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with(["Helpers", "Menu", "Salt"]) { sandbox in
      try sandbox.write(
        Sandbox.manifest(
          "Menu",
          """
            products: [.library(name: "Menu", targets: ["Menu"])],
            dependencies: [.package(path: "../Helpers")],
            targets: [
              .target(name: "Menu"),
              .testTarget(name: "MenuTests", dependencies: ["Menu", "Helpers"]),
            ]
          """
        ),
        to: "Components/Menu/Package.swift"
      )
      try sandbox.write(
        """
        import Helpers
        import Testing

        @Test func salted() { #expect(help == "name: salt") }

        """,
        to: "Components/Menu/Tests/MenuTests/MenuTests.swift"
      )
      try sandbox.write(
        "public let salt = \"salt\"\n",
        to: "Components/Salt/Sources/Salt/Salt.swift"
      )
      try sandbox.write(
        Sandbox.manifest(
          "Helpers",
          """
            products: [.library(name: "Helpers", targets: ["Helpers"])],
            dependencies: [.package(path: "../Salt")],
            targets: [.target(name: "Helpers", dependencies: ["Salt"])]
          """
        ),
        to: "Components/Helpers/Package.swift"
      )
      try sandbox.write(
        "import Salt\n\npublic let help = \"name: \\(salt)\"\n",
        to: "Components/Helpers/Sources/Helpers/Helpers.swift"
      )
      let manifest = try sandbox.read("Registry/manifest.json")
      try sandbox.write(
        manifest.replacing(
          #""path": "Components/Helpers""#,
          with: #""path": "Components/Helpers", "private": true"#
        ),
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll()
      try await body(sandbox)
    }
  }

  @Test func `a release is compared, built as a client does, and tested with them`() async throws {
    try await Self.with { sandbox in
      let first = try await sandbox.registry(
        ["bump", "Menu", "1.0.0", "--verify", "newest", "--test"],
        environment: Sandbox.toolchain
      )
      #expect(first.status == 0, "\(first.error)")
      try sandbox.write(
        "public let name = \"Menu\"\npublic let price = 1\n",
        to: "Components/Menu/Sources/Menu/Menu.swift"
      )
      try sandbox.write(
        "import Salt\n\npublic let help = \"name: \\(salt)!\"\n",
        to: "Components/Helpers/Sources/Helpers/Helpers.swift"
      )
      try sandbox.commitAll("feat: have a price")
      let failing = try await sandbox.registry(
        ["bump", "Menu", "--verify", "newest", "--test"],
        environment: Sandbox.toolchain
      )
      #expect(failing.status == 1)
      #expect(failing.error.contains("'Menu' 1.1.0 fails its tests"), "\(failing.error)")
      let second = try await sandbox.registry(
        ["bump", "Menu", "--verify", "newest"],
        environment: Sandbox.toolchain
      )
      #expect(second.output.hasPrefix("Menu 1.1.0 is released"), "\(second.error)")
    }
  }

  @Test func `add, init, graph and status mark private components`() async throws {
    try await Self.with { sandbox in
      try sandbox.writePackage("Tools")
      try sandbox.commitAll()
      let add = try await sandbox.registry("add", "Components/Tools", "--private")
      #expect(
        add.output.hasPrefix("Tools is added as private: Components/Tools in the layer") == false
      )
      #expect(add.output.hasPrefix("Tools is added as private: Components/Tools\n"))
      let status = try await sandbox.registry("status", "Tools", "Menu")
      #expect(status.output.contains("private"))
      #expect(status.output.contains("never released"))
      let json = try await sandbox.registry("status", "Tools", "--json")
      #expect(json.output.replacing(" ", with: "").contains(#""state":"private""#))
      let graph = try await sandbox.registry("graph", "--format", "dot")
      #expect(graph.output.contains(#"label="Helpers\nprivate""#))
      try sandbox.git("rm", "-q", "Registry/manifest.json")
      try sandbox.commitAll()
      let start = try await sandbox.registry(
        "init",
        "--scope",
        "cookr",
        "--private",
        "Components/Helpers",
        "--private",
        "Tools"
      )
      #expect(start.output.contains("  private (2): Helpers, Tools\n"), "\(start.output)")
      let manifest = try sandbox.read("Registry/manifest.json")
      #expect(manifest.split(separator: "\n").count { $0.contains(#""private": true"#) } == 2)
      let bump = try await sandbox.registry("bump", "Tools", "1.0.0")
      #expect(
        bump.error == """
          error: 'Tools' is private, so it is never released
          help: 'registry set Tools.private --unset' lets it be released

          """
      )
      let plan = try await sandbox.registry("plan")
      #expect(!plan.output.contains("Tools"))
      #expect(try await sandbox.registry("verify").status == 0)
      #expect(try await sandbox.registry("pins").status == 0)
    }
  }
}
