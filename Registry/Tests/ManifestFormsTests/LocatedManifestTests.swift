import Base
import Git
import ManifestEditor
import ManifestForms
import Testing

/// A manifest with the folder of its package in the repository.
@Suite struct LocatedManifestTests {
  @Test func `path dependencies are found in all their spellings`() throws {
    let manifest = try LocatedManifest(
      bytes: Fixture(name: "Spellings").manifest,
      packagePath: "Components/Everything"
    )

    #expect(
      manifest.dependencies.compactMap { $0.folder?.string }.sorted() == [
        "Components/Catalogue", "Components/FlowKit", "Components/Kitchen", "Components/Ledger",
        "Components/OrderProcessing", "Components/Payments", "Components/StatusUpdates",
      ]
    )
  }

  @Test func `reading counts both branches of a condition`() throws {
    let manifest = try LocatedManifest(
      bytes: Fixture(name: "Dynamic").manifest,
      packagePath: "Components/Dynamic"
    )

    #expect(
      manifest.pathDependencies == [
        "Components/Payments", "Components/FlowKit", "Components/FlowKit",
      ]
    )
  }

  @Test func `escapes, raw strings and carriage returns are read as Swift does`() throws {
    let manifest = try LocatedManifest(
      bytes: Fixture(name: "Layout").manifest,
      packagePath: "Components/Layout"
    )

    #expect(
      manifest.pathDependencies == [
        "Components/FlowKit", "Components/Ledger", "Components/Payments",
      ]
    )
  }

  @Test func `only who needs all paths is refused a manifest that computes some`() throws {
    let text = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Menu",
        dependencies: [.package(path: names[1]), .package(path: "../Kitchen")]
          + names.map(Package.Dependency.package(path:))
      )
      """
    let path: TreePath = "Components/Menu"
    let surveyed = try LocatedManifest(surveying: Array(text.utf8), packagePath: path)
    #expect(surveyed.dependencies.map(\.referenceName) == ["Kitchen"])
    #expect(surveyed.obstacles.map(\.code) == [.tooDynamic, .tooDynamic])
    #expect(
      Set(surveyed.obstacles.map(\.help)) == [
        "write each '.package(path: \"…\")' out, or let the toolchain run such manifests:"
          + " 'registry init --evaluate'",
        "write it as a string literal, or let the toolchain run such manifests:"
          + " 'registry init --evaluate'",
      ]
    )
    #expect(throws: surveyed.obstacles[0]) {
      try LocatedManifest(bytes: Array(text.utf8), packagePath: path)
    }
  }

  @Test func `a package dependency answers to its name, or else to the end of its location`() throws
  {
    let manifest = try read(
      package(
        """
        dependencies: [
          .package(path: "../FlowKit"), .package(name: "Flow", path: "../FlowKit"),
          .package(path: "../Tools.git"), .package(path: "../.."), .package(path: ".."),
          .package(url: "https://github.com/apple/swift-log.git", from: "1.0.0"),
          .package(id: "apple.swift-nio", from: "2.0.0"),
        ]
        """
      )
    )

    #expect(
      manifest.dependencies.map(\.referenceName)
        == ["FlowKit", "Flow", "Tools", nil, "Components", "swift-log", "apple.swift-nio"]
    )
  }

  @Test func `a path out of the repository is a value, since others may be of interest`() throws {
    let manifest = try read(package(#"dependencies: [.package(path: "../../../Elsewhere")]"#))

    #expect(manifest.dependencies[0].location == .path("../../../Elsewhere"))
    let error = #expect(throws: OperationError.self) { try manifest.dependencies[0].place?.get() }
    #expect(error?.code == .outsideRepository)
  }
}

/// The packages that the targets of a product use.
@Suite struct ProductDependencyTests {
  private static func manifest(_ targets: String, after statements: String = "") throws
    -> LocatedManifest
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
    return try LocatedManifest(bytes: Array(text.utf8), packagePath: .root)
  }

  private static func names(
    _ manifest: LocatedManifest,
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
