import ProgramTesting
import Testing

/// Which package `extract` means, and what that depends on afterwards.
struct ExtractedDependencyTests {
  @Test func `a dependency that was appended goes again when nothing needs it`() async throws {
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription

      let dependencies: [Package.Dependency] = []

      let package = Package(
        name: "bistro",
        dependencies: dependencies,
        targets: [
          .executableTarget(name: "bistro", dependencies: ["Menu"]),
          .target(name: "Menu", dependencies: ["Soup"]),
          .target(name: "Soup"),
        ]
      )

      """
    let files = [
      "Package.swift": manifest, "Sources/bistro/main.swift": "import Menu\n",
      "Sources/Menu/Menu.swift": "import Soup\n", "Sources/Soup/Soup.swift": "\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--release", "internal")
      let run = try await sandbox.registry(
        "extract",
        "Menu",
        "--yes",
        environment: Sandbox.toolchain
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(
        try sandbox.read("Package.swift") == """
          // swift-tools-version: 6.0
          import PackageDescription

          let dependencies: [Package.Dependency] = []

          let package = Package(
            name: "bistro",
            dependencies: dependencies,
            targets: [
              .executableTarget(name: "bistro", dependencies: ["Menu"]),
            ]
          )

          package.dependencies.append(.package(path: "Components/Menu"))

          """
      )
    }
  }
}
