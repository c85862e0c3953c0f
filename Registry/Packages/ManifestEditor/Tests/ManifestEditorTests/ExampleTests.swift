import ManifestEditor
import Testing

/// The example of the README.
struct ExampleTests {
  @Test func `a dependency is added behind the others`() throws {
    let bytes = [UInt8](
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Kitchen",
        dependencies: [
          .package(path: "../Menu"),  // Dishes
        ],
        targets: [.target(name: "Kitchen", dependencies: ["Menu"])]
      )
      """.utf8
    )
    let manifest = try PackageManifest(bytes: bytes)
    let edits = try manifest.edits(adding: #".package(path: "../Stove")"#)
    let text = String(decoding: try bytes.applying(edits), as: UTF8.self)

    #expect(manifest.targets.map { $0.dependencies.map(\.reference) } == [[.byName("Menu")]])
    #expect(manifest.obstacles == [])
    #expect(
      text.contains(
        """
            .package(path: "../Menu"),  // Dishes
            .package(path: "../Stove"),
          ],
        """
      )
    )
  }
}
