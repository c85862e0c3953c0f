import ProgramTesting
import Testing

/// What `extract` writes for targets that use what manifests can say.
struct ExtractedManifestTests {
  private static let manifest = """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "bistro",
      defaultLocalization: "en",
      platforms: [.macOS(.v14), .iOS("17.1")],
      products: [
        .library(name: "MenuKit", type: .static, targets: ["Menu"]),
        .library(name: "Rest", targets: ["Rest"]),
      ],
      traits: [
        .default(enabledTraits: ["Sour"]), .trait(name: "Sour", description: "Lemon."),
        .trait(name: "Sweet", enabledTraits: ["Sour"]),
      ],
      dependencies: [
        .package(url: "https://example.com/salt.git", "1.2.0"..<"1.4.0", traits: ["Sea"]),
        .package(url: "https://example.com/log.git", from: "1.0.0"),
        .package(path: "Packages/Soup"),
      ],
      targets: [
        .target(
          name: "Menu",
          dependencies: [
            .product(name: "Salt", package: "salt", condition: .when(traits: ["Sour"])),
            .product(name: "Soup", package: "Soup", moduleAliases: ["Dish": "SoupDish"]),
            .target(name: "Clock", condition: .when(platforms: [.linux])),
          ],
          exclude: ["notes.md"],
          resources: [.copy("Data"), .process("Texts", localization: .base), .embedInCode("a.txt")],
          cSettings: [.define("FAST", to: "1", .when(configuration: .release))],
          swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .swiftLanguageMode(.v5)],
          linkerSettings: [.linkedLibrary("z", .when(platforms: [.linux]))],
          plugins: ["Writer"]
        ),
        .plugin(name: "Writer", capability: .buildTool(), dependencies: ["tool"]),
        .executableTarget(name: "tool"),
        .target(name: "Clock", publicHeadersPath: "headers"),
        .target(name: "Rest", dependencies: ["Menu", .product(name: "Log", package: "log")]),
        .testTarget(name: "MenuTests", dependencies: ["Menu"], resources: [.copy("golden.txt")]),
        .testTarget(name: "RestTests", dependencies: ["Menu", "Rest"]),
      ],
      swiftLanguageModes: [.v6],
      cLanguageStandard: .c11,
      cxxLanguageStandard: .cxx17
    )

    """

  private static let files =
    Sandbox.library("Packages/Soup") + [
      "Package.swift": manifest, "Plugins/Writer/Writer.swift": "\n",
      "Sources/Menu/Menu.swift": "import Log\nimport Soup\n", "Sources/Menu/notes.md": "\n",
      "Sources/tool/main.swift": "\n", "Sources/Clock/clock.c": "\n",
      "Sources/Clock/headers/clock.h": "\n", "Sources/Rest/Rest.swift": "import Log\nimport Menu\n",
      "Tests/MenuTests/MenuTests.swift": "@testable import Menu\n",
      "Tests/RestTests/RestTests.swift": "import Rest\n",
    ]

  @Test func `extract writes again what the manifest says of targets, and moves tests that can go`()
    async throws
  {
    try await Sandbox.withForeign(Self.files) { sandbox in
      try await sandbox.registry("init", "--release", "internal")
      let run = try await sandbox.registry(
        "extract",
        "Menu",
        "--together",
        "Dinner",
        environment: Sandbox.toolchain
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output.scrubbed == """
          Dinner is extracted: Packages/Dinner
            Sources/Clock → Packages/Dinner/Sources/Clock
            Sources/Menu → Packages/Dinner/Sources/Menu
            Tests/MenuTests → Packages/Dinner/Tests/MenuTests
            Plugins/Writer → Packages/Dinner/Plugins/Writer
            Sources/tool → Packages/Dinner/Sources/tool
            commit  <short>
          tests that stay (1)
            RestTests: it needs 'Rest', which stays

          """
      )
      #expect(
        run.error == """
          note: 'Menu' imports 'Log' without a dependency: its new manifest has one

          """
      )
      #expect(
        try sandbox.read("Packages/Dinner/Package.swift") == Self.written
      )
      let rest = try sandbox.read("Package.swift")
      #expect(
        rest.contains(
          """
              .package(path: "Packages/Dinner", traits: [.trait(name: "Sour", condition: .when(traits:\
           ["Sour"])), .trait(name: "Sweet", condition: .when(traits: ["Sweet"]))]),

          """
        ),
        "\(rest)"
      )
    }
  }

  /// What the manifest may not say is not written, nor what later versions call otherwise.
  @Test(arguments: ["5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10", "6.0", "6.1", "6.2"])
  func `a manifest for any tools version gives one for the same version`(
    _ version: String
  ) async throws {
    let isBefore5_4 = version == "5.3"
    let isBefore5_6 = ["5.3", "5.4", "5.5"].contains(version)
    let line = "// swift-tools-version:\(isBefore5_4 ? "" : " ")\(version)"
    let salt =
      isBefore5_6
      ? #".package(name: "salt", url: "https://example.com/salt.git", .exact("1.2.0"))"#
      : #".package(url: "https://example.com/salt.git", exact: "1.2.0")"#
    let log =
      isBefore5_6
      ? #".package(url: "https://example.com/log.git", .branch("main"))"#
      : #".package(url: "https://example.com/log.git", branch: "main")"#
    let manifest = """
      \(line)
      import PackageDescription

      let package = Package(
        name: "bistro",
        platforms: [.iOS(.v13)],
        products: [.library(name: "Rest", targets: ["Rest"])],
        dependencies: [\(salt), \(log)],
        targets: [
          .target(
            name: "Menu",
            dependencies: [
              .product(name: "Salt", package: "salt", condition: .when(platforms: [.linux])),
              .product(name: "Log", package: "log"),
            ],
            resources: [.process("Texts")],
            swiftSettings: [.define("FAST")]
          ),
          .target(name: "Rest", dependencies: ["Menu"]),
          .testTarget(name: "MenuTests", dependencies: ["Menu"]),
        ]
      )

      """
    let files = [
      "Package.swift": manifest, "Sources/Menu/Menu.swift": "\n", "Sources/Menu/Texts/a.txt": "\n",
      "Sources/Rest/Rest.swift": "import Menu\n",
      "Tests/MenuTests/MenuTests.swift": "@testable import Menu\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--release", "internal")
      let plan = try await sandbox.registry("extract", "--plan", environment: Sandbox.toolchain)
      #expect(plan.output.contains("2 of 2 targets can be packages of their own"), "\(plan.error)")
      let run = try await sandbox.registry(
        "extract",
        "Rest",
        "--yes",
        environment: Sandbox.toolchain
      )
      #expect(run.status == 0, "\(run.error)")
      let written = try sandbox.read("Components/Menu/Package.swift")
      #expect(written.hasPrefix(line + "\n"))
      #expect(written.contains("    \(salt),\n    \(log),\n"), "\(written)")
    }
  }

  /// Only the toolchain sees it, which runs the manifests.
  @Test func `a plan names what would differ after an extraction`() async throws {
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "bistro",
        products: [.library(name: "Rest", targets: ["Rest"])],
        targets: [.target(name: "Menu"), .target(name: "Rest", dependencies: ["Menu"])]
      )
      for target in package.targets {
        target.swiftSettings = [.define("OF\\(package.targets.count)")]
      }

      """
    let files = [
      "Package.swift": manifest, "Sources/Menu/Menu.swift": "\n",
      "Sources/Rest/Rest.swift": "import Menu\n",
    ]
    try await Sandbox.withForeign(files) { sandbox in
      try await sandbox.registry("init", "--release", "internal")
      let plan = try await sandbox.registry("extract", "--plan", environment: Sandbox.toolchain)
      #expect(plan.output.contains("0 of 2 targets can be packages"), "\(plan.output)")
      #expect(
        plan.output.contains("after the extraction, 'Package.swift' would not say the same"),
        "\(plan.output)"
      )
    }
  }

  private static let written = """
    // swift-tools-version: 6.1

    import PackageDescription

    let package = Package(
      name: "Dinner",
      defaultLocalization: "en",
      platforms: [.macOS("14.0"), .iOS("17.1")],
      products: [
        .library(name: "MenuKit", type: .static, targets: ["Menu"]),
        .library(name: "Menu", targets: ["Menu"]),
      ],
      traits: [
        .default(enabledTraits: ["Sour"]),
        .trait(name: "Sour", description: "Lemon."),
        .trait(name: "Sweet", enabledTraits: ["Sour"]),
      ],
      dependencies: [
        .package(url: "https://example.com/salt.git", "1.2.0"..<"1.4.0", traits: ["Sea"]),
        .package(url: "https://example.com/log.git", from: "1.0.0"),
        .package(path: "../Soup"),
      ],
      targets: [
        .target(name: "Clock", publicHeadersPath: "headers"),
        .target(
          name: "Menu",
          dependencies: [
            .product(name: "Salt", package: "salt", condition: .when(traits: ["Sour"])),
            .product(name: "Soup", package: "Soup", moduleAliases: ["Dish": "SoupDish"]),
            .target(name: "Clock", condition: .when(platforms: [.linux])),
            .product(name: "Log", package: "log"),
          ],
          exclude: ["notes.md"],
          resources: [.copy("Data"), .process("Texts", localization: .base), .embedInCode("a.txt")],
          cSettings: [.define("FAST", to: "1", .when(configuration: .release))],
          swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .swiftLanguageMode(.v5)],
          linkerSettings: [.linkedLibrary("z", .when(platforms: [.linux]))],
          plugins: [.plugin(name: "Writer")]
        ),
        .testTarget(name: "MenuTests", dependencies: ["Menu"], resources: [.copy("golden.txt")]),
        .plugin(name: "Writer", capability: .buildTool(), dependencies: ["tool"]),
        .executableTarget(name: "tool"),
      ],
      swiftLanguageModes: [.v6],
      cLanguageStandard: CLanguageStandard(rawValue: "c11"),
      cxxLanguageStandard: CXXLanguageStandard(rawValue: "c++17")
    )

    """
}
