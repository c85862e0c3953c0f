import ManifestEditor
import Testing

@Suite struct ReadingTests {
  @Test func `a plain manifest is read whole`() throws {
    let manifest = try PackageManifest(bytes: Fixture(name: "Plain").manifest)

    #expect(manifest.name == "ChefSourcing")
    #expect(manifest.toolsVersion == ToolsVersion(6, 2))
    #expect(manifest.unread == [])
    #expect(
      manifest.dependencies.map(\.location) == [
        .path("../FlowKit"),
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
    let manifest = try PackageManifest(bytes: Fixture(name: "Spellings").manifest)

    #expect(
      manifest.dependencies.map(path).sorted() == [
        "../Catalogue", "../FlowKit", "../Kitchen", "../Ledger/./../Ledger", "../Payments",
        "../StatusUpdates/", "./../OrderProcessing",
      ]
    )
    #expect(Set(manifest.dependencies.compactMap(\.name)) == ["Status", "Menu", "Kitchen"])
  }

  @Test func `targets, conditions and plugins are followed through constants`() throws {
    let manifest = try PackageManifest(bytes: Fixture(name: "References").manifest)

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
    let manifest = try PackageManifest(bytes: Fixture(name: "Dynamic").manifest)

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
    let surveyed = try PackageManifest(bytes: Array(text.utf8))
    #expect(surveyed.dependencies.map(\.referenceName) == ["Kitchen"])
    #expect(surveyed.obstacles.map(\.code) == [.computedPath, .computedPath, .computedPath])
    #expect(surveyed.obstacles.compactMap(\.position?.line).sorted() == [7, 9, 10])
  }

  @Test func `reading counts both branches of a condition`() throws {
    let manifest = try PackageManifest(bytes: Fixture(name: "Dynamic").manifest)

    #expect(
      manifest.dependencies.map(path) == ["../Payments", "../FlowKit", "../FlowKit"]
    )
  }

  @Test func `escapes, raw strings and carriage returns are read as Swift does`() throws {
    let manifest = try PackageManifest(bytes: Fixture(name: "Layout").manifest)

    #expect(manifest.name == #"Quoted "text""#)
    #expect(manifest.productNames == ["Größe"])
    #expect(
      manifest.dependencies.map(path) == ["../FlowKit", "../Ledger", "../Payments"]
    )
  }

  @Test func `a package dependency answers to its name, or else to the end of its location`() throws
  {
    let manifest = try read(
      package(
        """
        dependencies: [
          .package(path: "../FlowKit"), .package(name: "Flow", path: "../FlowKit"),
          .package(path: "../Tools.git"), .package(path: "../.."), .package(path: "."),
          .package(url: "https://github.com/apple/swift-log.git", from: "1.0.0"),
          .package(id: "apple.swift-nio", from: "2.0.0"),
        ]
        """
      )
    )

    #expect(
      manifest.dependencies.map(\.referenceName)
        == ["FlowKit", "Flow", "Tools", nil, nil, "swift-log", "apple.swift-nio"]
    )
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

  @Test(arguments: [
    (#"from: "1.2.0""#, PackageRequirement.from("1.2.0")),
    (#"exact: "1.2.0""#, .exact("1.2.0")),
    (#".exact("1.2.0")"#, .exact("1.2.0")),
    (#".upToNextMajor(from: "1.2.0")"#, .from("1.2.0")),
    (#".upToNextMinor(from: "1.2.0")"#, .upToNextMinor("1.2.0")),
    (#""1.2.0"..<"1.4.0""#, .range("1.2.0", "1.4.0")),
    (#""1.2.0"..."1.4.0", traits: ["Soup"]"#, .closedRange("1.2.0", "1.4.0")),
    (#"branch: "main""#, nil),
    (#"from: version()"#, nil),
  ])
  func `the required versions are read as they are written`(
    text: String,
    requirement: PackageRequirement?
  ) throws {
    let manifest = try read(package(#"dependencies: [.package(url: "/soup", \#(text))]"#))
    #expect(manifest.dependencies.map(\.requirement) == [requirement])
  }

  private func path(_ dependency: PackageDependency) -> String {
    if case .path(let path) = dependency.location { path } else { "no path" }
  }
}
