import Foundation
import ProgramTesting
import Testing

/// The build before a release, with the stock package manager really run: a release is what a client
/// can use.
struct ClientBuildTests {
  private func run(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    try await sandbox.registry(arguments, environment: Sandbox.toolchain)
  }

  private func write(_ manifest: String, _ sandbox: Sandbox) throws {
    try sandbox.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      \(manifest)

      """,
      to: "Components/Menu/Package.swift"
    )
    try sandbox.commitAll()
  }

  @Test func `a dry run builds the files into which the release writes its version`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let source = "Components/Menu/Sources/Menu/Version.swift"
      try sandbox.write("public let version = \"0.0.0\"\n", to: source)
      try sandbox.commitAll()
      let file = ["Sources/Menu/Version.swift", "version = \"{version}\""]
      try await sandbox.registry(["set", "Menu.versionFiles", "--add"] + file)
      let bump = try await run(sandbox, "bump", "Menu", "1.0.0", "--dry-run")
      #expect(bump.status == 0, "\(bump.error)")
      #expect(bump.output.hasPrefix("Menu 1.0.0 would be released, its first release\n"))
      #expect(bump.output.contains("  + public let version = \"1.0.0\"\n"), "\(bump.output)")
      #expect(try sandbox.read(source) == "public let version = \"0.0.0\"\n")
    }
  }

  @Test func `bump refuses a component that only the build of a client can reject`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      // The name of the function that makes the flags stands in no call.
      try write(
        """
        let flags: ([String], BuildSettingCondition?) -> SwiftSetting = SwiftSetting.unsafeFlags
        let package = Package(
          name: "Menu",
          products: [.library(name: "Menu", targets: ["Menu"])],
          targets: [.target(name: "Menu", swiftSettings: [flags(["-Onone"], nil)])]
        )
        """,
        sandbox
      )
      var bump = try await run(sandbox, "bump", "Menu", "1.0.0", "--quiet", "--verify", "newest")
      #expect(bump.status == 1)
      #expect(
        bump.error.hasPrefix(
          """
          error: component 'Menu': 'Menu' 1.0.0 does not build
            'client': the target 'Menu' in product 'Menu' contains unsafe build flags
          """
        ),
        "\(bump.error)"
      )

      // Nor does this dependency stand in a call of 'package' with a branch.
      try sandbox.shell("git init -q -b main yeast")
      let yeast = "\(sandbox.folder)/yeast"
      try sandbox.shell(
        """
        cp -r repository/Components/Menu/Sources yeast/ && mv yeast/Sources/Menu yeast/Sources/Yeast
        cat > yeast/Package.swift <<END
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Yeast", products: [.library(name: "Yeast", targets: ["Yeast"])],
          targets: [.target(name: "Yeast")])
        END
        git -C yeast add -A
        git -C yeast -c user.name=Ada -c user.email=ada@example.com commit -qm Rise
        """
      )
      try write(
        """
        let package = Package(
          name: "Menu",
          products: [.library(name: "Menu", targets: ["Menu"])],
          dependencies: [.package(url: "\(yeast)", wanted("main"))],
          targets: [
            .target(name: "Menu", dependencies: [.product(name: "Yeast", package: "yeast")])
          ]
        )
        func wanted(_ name: String) -> Package.Dependency.Requirement { .branch(name) }
        """,
        sandbox
      )
      bump = try await run(sandbox, "bump", "Menu", "1.0.0", "--verify", "newest")
      #expect(bump.status == 1)
      #expect(bump.error.contains("unstable-version"), "\(bump.error)")
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 0)

      // Fixed, it is released: what failed before stands in the way of nothing.
      try sandbox.git("revert", "--no-edit", "HEAD", "HEAD~1")
      bump = try await run(sandbox, "bump", "Menu", "1.0.0", "--verify", "newest")
      #expect(bump.status == 0, "\(bump.error)")
    }
  }

  @Test func `a component is built beside the releases that it requires, and they are not`()
    async throws
  {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.write(
        "import Menu\n\npublic let kitchen = Menu.name\n",
        to: "Components/Kitchen/Sources/Kitchen/Kitchen.swift"
      )
      try sandbox.commitAll()
      let first = try await run(sandbox, "release", "--verify", "newest")
      #expect(first.status == 0, "\(first.error)")
      try sandbox.change("Kitchen")
      let second = try await run(sandbox, "bump", "Kitchen", "--patch", "--verify", "both")
      #expect(second.status == 0, "\(second.error)")
      // One that was withdrawn is what nobody gets.
      try sandbox.write(
        "public let name = \"salad\"\npublic let price = 1\n",
        to: "Components/Menu/Sources/Menu/Menu.swift"
      )
      try sandbox.commitAll("feat: have a price")
      #expect(try await run(sandbox, "bump", "Menu", "1.1.0", "--verify", "newest").status == 0)
      try await sandbox.registry("yank", "Menu", "1.1.0", "--reason", "wilted")
      try sandbox.write(
        "import Menu\n\npublic let kitchen = Menu.name\npublic let price = Menu.price\n",
        to: "Components/Kitchen/Sources/Kitchen/Kitchen.swift"
      )
      try sandbox.commitAll("feat: tell the price")
      let refused = try await run(
        sandbox,
        "bump",
        "Kitchen",
        "1.1.0",
        "--no-api-check",
        "--verify",
        "newest"
      )
      #expect(refused.status == 1)
      let lines = refused.error.split(separator: "\n").map(String.init)
      let words = "error: component 'Kitchen': 'Kitchen' 1.1.0 does not build with Menu 1.0.0"
      #expect(lines.first == words)
      let place = "Sources/Kitchen/Kitchen.swift:4:20"
      #expect(lines.contains("  \(place): error: module 'Menu' has no member named 'price'"))
    }
  }
}
