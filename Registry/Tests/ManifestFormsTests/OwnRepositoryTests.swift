import Base
import Git
import ManifestEditor
import ManifestForms
import Testing

/// Dependencies by URL on packages of the same repository.
struct OwnRepositoryTests {
  private static let url = "https://example.com/acme/swift-Menu"

  private func file(
    _ dependency: String,
    reference: String = #".product(name: "Menu", package: "swift-Menu")"#,
    tools: String = "6.0"
  ) throws -> LocatedManifest {
    let text = """
      // swift-tools-version: \(tools)
      import PackageDescription

      let package = Package(
        name: "Kitchen",
        dependencies: [\(dependency)],
        targets: [.target(name: "Kitchen", dependencies: [\(reference)])]
      )

      """
    return try LocatedManifest(bytes: Array(text.utf8), packagePath: "Components/Kitchen")
  }

  private static let menu = PublishedComponent(
    name: "Menu",
    requirement: "from: \"1.0.0\"",
    products: ["Menu"]
  )

  @Test(arguments: [
    (
      #".package(url: "\#(url)", .upToNextMinor(from: "1.2.0"), traits: ["Soup"])"#,
      #".package(id: "cookr.Menu", .upToNextMinor(from: "1.2.0"), traits: ["Soup"])"#,
      #".package(path: "../Menu", traits: ["Soup"])"#
    ),
    (
      #".package(name: "swift-Menu", url: "\#(url)", from: "1.0.0")"#,
      #".package(id: "cookr.Menu", from: "1.0.0")"#,
      #".package(name: "swift-Menu", path: "../Menu")"#
    ),
  ])
  func `the published form keeps the requirement, and the local one has a path`(
    written: String,
    published: String,
    local: String
  ) throws {
    let manifest = try file(written)
    let edits = try manifest.publishedForm(
      scope: "cookr",
      components: [:],
      repositories: [Self.url: Self.menu]
    )
    let expected = try file(
      published,
      reference: #".product(name: "Menu", package: "cookr.Menu")"#
    )
    #expect(try edits.applied(to: manifest.bytes) == expected.bytes)
    let isNamed = written.contains("name:")
    let beside = try file(
      local,
      reference: #".product(name: "Menu", package: "\#(isNamed ? "swift-Menu" : "Menu")")"#
    )
    let changes = manifest.localForm([Self.url: "Components/Menu"])
    #expect(try changes.applied(to: manifest.bytes) == beside.bytes)
  }

  @Test func `other URLs stay, and old tools versions are refused`() throws {
    let written = #".package(url: "\#(Self.url)", from: "1.0.0")"#
    let manifest = try file(written)
    #expect(try manifest.publishedForm(scope: "cookr", components: [:]) == [])
    #expect(manifest.localForm([:]) == [])
    let old = try file(written, tools: "5.5")
    let error = #expect(throws: OperationError.self) {
      try old.publishedForm(
        scope: "cookr",
        components: [:],
        repositories: [Self.url: Self.menu]
      )
    }
    #expect(error?.code == .toolsVersionTooOld)
    let unknown = try file(written, reference: #".product(name: "Soup", package: "swift-Menu")"#)
    let fault = unknown.publishedFormFaults(
      scope: "cookr",
      components: [:],
      repositories: [Self.url: Self.menu]
    ).first
    #expect(fault?.code == .unknownProduct)
  }

  @Test(arguments: ["../Menu", "../swift-Menu"])
  func `a component by path or by its URL, as a condition chooses, is one`(path: String) throws {
    let folder = String(path.dropFirst(3))
    let text = """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "Kitchen",
        targets: [.target(name: "Kitchen", dependencies: ["Menu", .product(name: "Menu", package: "\(folder)")])]
      )
      if Context.environment["LOCAL"] != nil {
        package.dependencies += [.package(path: "\(path)")]
      } else {
        package.dependencies += [.package(url: "\(Self.url)", from: "1.0.0")]
      }

      """
    let file = try LocatedManifest(bytes: Array(text.utf8), packagePath: "Components/Kitchen")
    let edits = try file.publishedForm(
      scope: "cookr",
      components: [TreePath("Components").appending(TreePath(folder)): Self.menu],
      repositories: [Self.url: Self.menu]
    )
    let product = #".product(name: "Menu", package: "cookr.Menu")"#
    #expect(
      String(decoding: try edits.applied(to: Array(text.utf8)), as: UTF8.self)
        == text.replacing(
          "[\"Menu\", .product(name: \"Menu\", package: \"\(folder)\")]",
          with: "[\(product), \(product)]"
        )
        .replacing("path: \"\(path)\"", with: #"id: "cookr.Menu", from: "1.0.0""#)
        .replacing("url: \"\(Self.url)\"", with: #"id: "cookr.Menu""#)
    )
  }
}
