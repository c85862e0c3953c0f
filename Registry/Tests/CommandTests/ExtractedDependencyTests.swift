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

  @Test func `snippets of documentation are no sources`() async throws {
    let products = #"  products: [.library(name: "Menu", targets: ["Menu"])],"#
    let targets =
      #"[.target(name: "Menu"), .testTarget(name: "MenuTests", dependencies: ["Menu"])]"#
    let files = [
      "Package.swift": Sandbox.manifest("bistro", "\(products)\n  targets: \(targets)"),
      "Sources/Menu/Menu.swift": "\n", "Tests/MenuTests/a.swift": "import Menu\n",
      "Sources/Menu/Menu.docc/Step.swift": "import Testing\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      try sandbox.writeManifest([:])
      try sandbox.commitAll("Add a registry")
      let plan = try await sandbox.registry("extract", "--plan", environment: Sandbox.toolchain)
      #expect(plan.output.contains("1  Menu    0      1"), "\(plan.output)\(plan.error)")
    }
  }

  private func extract(_ option: String, from files: [String: String]) async throws -> String {
    var error = ""
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init")
      error = try await sandbox.registry(["extract", option], environment: Sandbox.toolchain).error
    }
    return error
  }

  @Test func `extract names 'registry new' when the repository has no package`() async throws {
    #expect(
      try await extract("--plan", from: ["Shop.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n"])
        == """
        error: the repository has no 'Package.swift' whose targets could be packages
        help: 'registry new NAME' creates a component, into which sources can be moved

        """
    )
  }

  @Test func `extract asks for '--package' when several packages have more than one target`()
    async throws
  {
    var files: [String: String] = [:]
    for (package, other) in ["Kitchen": "Stove", "Menu": "Soup"] {
      let targets = #"[.target(name: "\#(package)"), .target(name: "\#(other)")]"#
      files["\(package)/Package.swift"] = Sandbox.manifest(package, "targets: \(targets)")
      files["\(package)/Sources/\(package)/a.swift"] = "\n"
      files["\(package)/Sources/\(other)/a.swift"] = "\n"
    }
    #expect(
      try await extract("--plan", from: files) == """
        error: 2 packages have more than one target: 'Kitchen', 'Menu'
        help: name the package: '--package FOLDER'

        """
    )
  }
}
