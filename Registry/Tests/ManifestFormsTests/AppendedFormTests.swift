import Base
import Git
import Model
import ManifestEditor
import ManifestForms
import Testing

/// Manifests whose dependencies are computed, with what the toolchain says of them.
struct AppendedFormTests {
  private static let url = "https://example.com/acme/swift-Payments"

  private static func text(tools: String = "6.0", variable: String = "let package = ") -> String {
    """
    // swift-tools-version: \(tools)
    import PackageDescription

    \(variable)Package(
      name: "Here",
      products: [.library(name: "Here", targets: ["Here"])],
      dependencies: ["FlowKit"].map { .package(path: "../\\($0)") } + [payments],
      targets: [
        .target(
          name: "Here", dependencies: ["FlowKit", .product(name: "Payments", package: "swift-Payments")])
      ]
    )

    """
  }

  /// Output of `swift package dump-package`, with the members that are read.
  private static func dump(target: String = "Here", product: String = "Payments") -> String {
    """
    {
      "name": "Here",
      "dependencies": [
        {"fileSystem": [{"identity": "flowkit", "path": "/r/Components/FlowKit", "traits": []}]},
        {"sourceControl": [{
          "identity": "swift-payments",
          "location": {"remote": [{"urlString": "\(url)"}]},
          "requirement": {"range": [{"lowerBound": "0.3.0", "upperBound": "1.0.0"}]}
        }]}
      ],
      "products": [{"name": "Here", "targets": ["Here"], "type": {"library": ["automatic"]}}],
      "targets": [{
        "name": "\(target)", "type": "regular", "path": null, "exclude": [],
        "dependencies": [
          {"byName": ["FlowKit", null]},
          {"product": ["\(product)", "swift-Payments", null, {"platformNames": ["linux"]}]}
        ]
      }]
    }
    """
  }

  private func file(_ text: String, dump: String = Self.dump()) throws -> LocatedManifest {
    let file = try LocatedManifest(
      surveying: Array(text.utf8),
      packagePath: "Components/Here"
    )
    #expect(file.isComputed)
    return file.completed(by: try EvaluatedManifest(dump: Array(dump.utf8), root: "/r"))
  }

  private static let repositories = [
    url: PublishedComponent(
      name: "Payments",
      requirement: #"from: "0.3.1""#,
      products: ["Payments"]
    )
  ]

  @Test func `the result of running a manifest fills in what its text does not state`() throws {
    let file = try file(Self.text())
    #expect(file.obstacles.isEmpty)
    #expect(file.pathDependencies == ["Components/FlowKit"])
    #expect(file.dependencies.map(\.referenceName) == ["FlowKit", "swift-Payments"])
    #expect(file.dependencies.map(\.requirement) == [nil, .from("0.3.0")])
    #expect(!file.isComputed)
  }

  @Test(arguments: [
    #"dependencies: [.package(path: "../A")], targets: [.target(name: "T", dependencies: ["A"])]"#,
    #"dependencies: [.package(url: "https://e.com/A", from: "1.0.0")]"#,
    #"dependencies: [.package(url: "https://e.com/A", branch: "main")]"#,
    #"targets: ["A", "B"].map { .target(name: $0) }"#,
  ])
  func `a manifest whose text says all that a release needs is not computed`(
    arguments: String
  ) throws {
    #expect(try !read(package(arguments)).isComputed)
  }

  @Test(arguments: [
    #"dependencies: ["A"].map { .package(path: "../\($0)") }"#,
    #"dependencies: ["A"].map { .package(url: "https://e.com/\($0)", from: "1.0.0") }"#,
    #"dependencies: [.package(url: "https://e.com/A", from: version())]"#,
    #"dependencies: [.package(path: "../A")], targets: [.target(name: "T", dependencies: [.product(name: "A", package: other())])]"#,
    #"dependencies: [.package(path: "../A")], targets: [.target(name: "T\(1)", dependencies: ["A"])]"#,
  ])
  func `a manifest that computes what a release needs is`(arguments: String) throws {
    let file = try LocatedManifest(
      surveying: Array(package(arguments).utf8),
      packagePath: "Components/Here"
    )
    #expect(file.isComputed)
  }

  @Test func `the published form is the text with code behind it`() throws {
    let text = Self.text()
    let edits = try file(text).publishedForm(
      scope: "cookr",
      components: neighbours,
      repositories: Self.repositories
    )
    #expect(edits.map(\.offset) == [text.utf8.count])
    #expect(edits.map(\.length) == [0])
    #expect(
      edits.first?.replacement == """

        // registry: a release names the packages of its own repository without their paths.
        do {
          func packageName(_ given: String?, _ location: String) -> String {
            let last = location.split(separator: "/").last { $0 != "." } ?? ""
            return (given ?? String(last.hasSuffix(".git") ? last.dropLast(4) : last)).lowercased()
          }
          func newName(_ name: String?) -> String? {
            switch (name ?? "").lowercased() {
            case "flowkit": return "cookr.FlowKit"
            case "swift-payments": return "cookr.Payments"
            default: return name
            }
          }
          package.dependencies = package.dependencies.map { dependency in
            let name: String
            switch dependency.kind {
            case .fileSystem(let given, let path): name = packageName(given, path)
            case .sourceControl(let given, let url, _): name = packageName(given, url)
            default: return dependency
            }
            switch name {
            case "flowkit": return .package(id: "cookr.FlowKit", from: "1.2.0")
            case "swift-payments": return .package(id: "cookr.Payments", from: "0.3.1")
            default: return dependency
            }
          }
          for target in package.targets {
            target.dependencies = target.dependencies.map { dependency in
              switch dependency {
              case .productItem(let product, let name, let aliases, let condition):
                return .productItem(
                  name: product, package: newName(name), moduleAliases: aliases, condition: condition)
              case .byNameItem("FlowKit", let condition):
                return .productItem(
                  name: "FlowKit", package: "cookr.FlowKit", moduleAliases: nil,
                  condition: condition)
              default: return dependency
              }
            }
            target.plugins = target.plugins?.map { usage in
              guard case .plugin(let product, let name) = usage else { return usage }
              return .plugin(name: product, package: newName(name))
            }
          }
        }

        """
    )
  }

  @Test func `traits go with a dependency where the tools version has them`() throws {
    let edits = try file(Self.text(tools: "6.1")).publishedForm(
      scope: "cookr",
      components: neighbours,
      repositories: Self.repositories
    )
    let code = try #require(edits.first?.replacement)
    #expect(
      code.contains(
        #"return .package(id: "cookr.FlowKit", from: "1.2.0", traits: dependency.traits)"#
      )
    )
  }

  @Test func `the local form finds dependencies with a URL beside the package`() throws {
    let edits = try file(Self.text()).localForm([Self.url: "Components/Payments"])
    let code = try #require(edits.first?.replacement)
    #expect(code.contains(#"case "swift-payments": return .package(path: "../Payments")"#))
    #expect(code.contains(#"case "swift-payments": return "Payments""#))
    #expect(!code.contains("fileSystem"))
  }

  @Test(arguments: [
    (text(tools: "5.6"), dump(), OperationError.Code.toolsVersionTooOld),
    (text(variable: "_ = "), dump(), .tooDynamic),
    (text(), dump(product: "Refunds"), .unknownProduct),
    (text(), dump().replacing("/r/Components/FlowKit", with: "/r/Elsewhere"), .unknownComponent),
    (text(), dump().replacing("/r/Components/FlowKit", with: "/else/where"), .outsideRepository),
    (
      text(), dump().replacing("/r/Components/FlowKit", with: "/r/Components/TestHelpers"),
      .tooDynamic
    ),
  ])
  func `the published form refuses manifests that cannot be published`(
    text: String,
    dump: String,
    code: OperationError.Code
  ) throws {
    let fault = try file(text, dump: dump).publishedFormFaults(
      scope: "cookr",
      components: neighbours,
      repositories: Self.repositories
    ).first
    #expect(fault?.code == code)
    #expect(fault?.place?.position != nil)
  }

  @Test func `a dependency by branch that is computed is refused`() throws {
    let range = #"{"range": [{"lowerBound": "0.3.0", "upperBound": "1.0.0"}]}"#
    let file = try file(
      Self.text(),
      dump: Self.dump().replacing(range, with: #"{"branch": ["main"]}"#)
    )
    #expect(file.refusals.map(\.code) == [.unversionedDependency])
  }
}
