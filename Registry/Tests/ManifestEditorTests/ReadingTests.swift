import Base
import Git
import ManifestEditor
import Testing

@Suite struct ReadingTests {
  @Test func `a plain manifest is read whole`() throws {
    let manifest = try PackageManifestFile(
      bytes: Fixture(name: "Plain").manifest,
      packagePath: "Components/ChefSourcing"
    )

    #expect(manifest.name == "ChefSourcing")
    #expect(manifest.toolsVersion == ToolsVersion(6, 2))
    #expect(manifest.unread == [])
    #expect(
      manifest.dependencies.map(\.location) == [
        .path("../FlowKit", resolved: .success("Components/FlowKit")),
        .url("https://github.com/groue/GRDB.swift"),
      ]
    )
    #expect(
      manifest.dependencies.map(\.position) == [
        SourcePosition(line: 12, column: 5), SourcePosition(line: 13, column: 5),
      ]
    )
    #expect(manifest.products.map(\.name) == ["ChefSourcing", "chef-preview"])
    #expect(manifest.products.map(\.kind) == [.library, .executable])
    #expect(manifest.products.map(\.targets) == [["ChefSourcing"], ["ChefPreview"]])
    #expect(manifest.productNames == ["ChefSourcing", "chef-preview", "ChefPreview"])
    #expect(manifest.targets.map(\.name) == ["ChefSourcing", "ChefPreview", "ChefSourcingTests"])
    #expect(manifest.targets.map(\.kind) == [.target, .executableTarget, .testTarget])
    #expect(
      manifest.targets.map { $0.dependencies.map(\.reference) } == [
        [.byName("FlowKit"), .product("GRDB", package: "GRDB.swift")],
        [.byName("ChefSourcing"), .byName("FlowKit")],
        [.byName("ChefSourcing"), .product("FlowTesting", package: "FlowKit")],
      ]
    )
  }

  @Test func `path dependencies are found in all their spellings`() throws {
    let manifest = try PackageManifestFile(
      bytes: Fixture(name: "Spellings").manifest,
      packagePath: "Components/Everything"
    )

    #expect(
      try manifest.dependencies.map(resolvedPath).sorted() == [
        "Components/Catalogue", "Components/FlowKit", "Components/Kitchen", "Components/Ledger",
        "Components/OrderProcessing", "Components/Payments", "Components/StatusUpdates",
      ]
    )
    #expect(Set(manifest.dependencies.compactMap(\.name)) == ["Status", "Menu", "Kitchen"])
  }

  @Test func `targets, conditions and plugins are followed through constants`() throws {
    let manifest = try PackageManifestFile(
      bytes: Fixture(name: "References").manifest,
      packagePath: "Components/References"
    )

    let target = manifest.targets[0]
    #expect(
      target.dependencies.map(\.reference) == [
        .byName("FlowKit"), .product("Logging", package: "swift-log"), .byName("Payments"),
        .byName("OrderProcessing"), .byName("Ledger"), .byName("StatusUpdates"),
        .target("Support"), .byName("Payments"), .byName("FlowKit"),
        .product("FlowKit", package: "FlowKit"), .byName("Ledger"),
      ]
    )
    #expect(
      target.dependencies.compactMap(\.condition) == [
        ".when(platforms: [.macOS, .linux])", ".when(platforms: [.linux])",
      ]
    )
    #expect(target.plugins.map(\.name) == ["Lint", "Checks"])
    #expect(target.plugins.map(\.package) == ["tools", nil])
    #expect(manifest.unread.map(\.description) == ["52:11", "62:73"])
  }

  @Test func `reading leaves out computed values that do not matter`() throws {
    let manifest = try PackageManifestFile(
      bytes: Fixture(name: "Dynamic").manifest,
      packagePath: "Components/Dynamic"
    )

    #expect(manifest.name == nil)
    #expect(manifest.unread.map(\.description) == ["9:9", "16:13"])
  }

  @Test func `a survey names every path that is computed, and reads the others`() throws {
    let text = """
      // swift-tools-version: 6.0
      import PackageDescription
      let folder = names.first!
      let package = Package(
        name: "Menu",
        dependencies: [
          .package(path: "../\\(folder)"),
          .package(path: "../Kitchen"),
          .package(path: names[1]),
        ] + names.map(Package.Dependency.package(path:))
      )
      """
    let path: TreePath = "Components/Menu"
    let surveyed = try PackageManifestFile(surveying: Array(text.utf8), packagePath: path)
    #expect(surveyed.dependencies.map(\.referenceName) == ["Kitchen"])
    #expect(surveyed.obstacles.map(\.code) == [.tooDynamic, .tooDynamic, .tooDynamic])
    #expect(surveyed.obstacles.compactMap(\.place?.position?.line).sorted() == [7, 9, 10])
    // Whoever needs all of them gets none of them.
    #expect(throws: surveyed.obstacles[0]) {
      try PackageManifestFile(bytes: Array(text.utf8), packagePath: path)
    }
  }

  @Test func `reading counts both branches of a condition`() throws {
    let manifest = try PackageManifestFile(
      bytes: Fixture(name: "Dynamic").manifest,
      packagePath: "Components/Dynamic"
    )

    #expect(
      try manifest.dependencies.map(resolvedPath) == [
        "Components/Payments", "Components/FlowKit", "Components/FlowKit",
      ]
    )
  }

  @Test func `escapes, raw strings and carriage returns are read as Swift does`() throws {
    let manifest = try PackageManifestFile(
      bytes: Fixture(name: "Layout").manifest,
      packagePath: "Components/Layout"
    )

    #expect(manifest.name == #"Quoted "text""#)
    #expect(manifest.productNames == ["Größe"])
    #expect(
      try manifest.dependencies.map(resolvedPath) == [
        "Components/FlowKit", "Components/Ledger", "Components/Payments",
      ]
    )
  }

  @Test func `a package dependency answers to its name, or else to the end of its location`() throws
  {
    let manifest = try read(
      package(
        """
        dependencies: [
          .package(path: "../FlowKit"), .package(name: "Flow", path: "../FlowKit"),
          .package(path: "../Tools.git"), .package(path: "../.."),
          .package(url: "https://github.com/apple/swift-log.git", from: "1.0.0"),
          .package(id: "apple.swift-nio", from: "2.0.0"),
        ]
        """
      )
    )

    #expect(
      manifest.dependencies.map(\.referenceName)
        == ["FlowKit", "Flow", "Tools", nil, "swift-log", "apple.swift-nio"]
    )
  }

  @Test func `a path out of the repository is a value, since others may be of interest`() throws {
    let manifest = try read(package(#"dependencies: [.package(path: "../../../Elsewhere")]"#))

    guard case .path("../../../Elsewhere", .failure(let error)) = manifest.dependencies[0].location
    else {
      Issue.record("expected a failed path, got \(manifest.dependencies[0].location)")
      return
    }
    #expect(error.code == .outsideRepository)
  }

  @Test func `products are unknown as soon as one is computed`() throws {
    let manifest = try read(
      package(#"products: names.map { .library(name: $0, targets: [$0]) }"#)
    )

    #expect(manifest.productNames == nil)
  }

  @Test(
    arguments: [
      "let package = Package(name: \"A\")", "let package: Package = .init(name: \"A\")",
      "let package = PackageDescription.Package(name: \"A\")",
      "let package = Package.init(name: \"A\")", "var a = (Package(name: \"A\"))",
    ]
  )
  func `the package is found however it is made`(line: String) throws {
    #expect(try read("// swift-tools-version: 6.0\n\(line)").name == "A")
  }

  private func resolvedPath(_ dependency: PackageDependency) throws -> String {
    guard case .path(_, let resolved) = dependency.location else { return "no path" }
    return try resolved.get().description
  }
}

/// The packages that the targets of a product use.
@Suite struct ProductDependencyTests {
  private static func manifest(_ targets: String, after statements: String = "") throws
    -> PackageManifestFile
  {
    let text = """
      // swift-tools-version: 6.0
      import PackageDescription
      let menu = Target.Dependency.product(name: "Menu", package: "Menu")
      let others = ["Menu"].map { Target.Dependency.product(name: $0, package: $0) }
      let package = Package(
        name: "Shop",
        products: [.executable(name: "shop", targets: ["App"])],
        dependencies: [
          .package(path: "Components/Chefs"), .package(path: "Components/Menu"),
          .package(path: "Components/Tools"), .package(url: "https://example.com/log", from: "1.0.0"),
        ],
        targets: [\(targets)]
      )
      \(statements)
      """
    return try PackageManifestFile(bytes: Array(text.utf8), packagePath: .root)
  }

  private static func names(
    _ manifest: PackageManifestFile,
    of product: String = "shop"
  ) -> [String]? {
    let offered: [String: Set<String>] = [
      "Chefs": ["Chefs", "Cooking"], "Menu": ["Menu"], "Tools": ["Lint"], "log": [],
    ]
    return manifest.dependencies(ofProduct: product) { $0.referenceName.flatMap { offered[$0] } }
      .map { Set($0.compactMap(\.referenceName)).sorted() }
  }

  @Test(arguments: [
    (#".target(name: "App", dependencies: [menu])"#, ["Menu"]),
    (
      #".target(name: "App", dependencies: ["Core"]), .target(name: "Core", dependencies: ["menu"])"#,
      ["Menu"]
    ),
    (
      #".target(name: "App", dependencies: ["Cooking", .product(name: "Log", package: "log")])"#,
      ["Chefs", "log"]
    ),
    (#".target(name: "App", plugins: [.plugin(name: "Lint", package: "tools")])"#, ["Tools"]),
    (#".target(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"] + others)"#, []),
    (#".target(name: "App"), .executableTarget(name: "tool", dependencies: [menu])"#, []),
  ])
  func `a product uses the packages of its targets`(targets: String, packages: [String]) throws {
    #expect(try Self.names(Self.manifest(targets)) == packages)
  }

  @Test func `an executable target is a product of its own name`() throws {
    let targets = #".target(name: "App"), .executableTarget(name: "tool", dependencies: [menu])"#
    #expect(try Self.names(Self.manifest(targets), of: "tool") == ["Menu"])
  }

  @Test(arguments: [
    (#".target(name: "App", dependencies: [menu] + others)"#, ""),
    (#".target(name: "App", dependencies: [.product(name: "Menu", package: "Elsewhere")])"#, ""),
    (
      #".target(name: "App", dependencies: ["Core"])"#,
      "for target in package.targets { target.dependencies.append(menu) }"
    ),
    (#".target(name: "Other")"#, ""),
  ])
  func `a product whose packages are computed tells none`(
    targets: String,
    statements: String
  ) throws {
    #expect(try Self.names(Self.manifest(targets, after: statements)) == nil)
  }

  @Test func `a product that the text does not declare tells none`() throws {
    #expect(try Self.names(Self.manifest(#".target(name: "App")"#), of: "other") == nil)
  }
}
