import ManifestEditor
import Testing

@Suite struct RewritingTests {
  private func edited(
    _ source: String,
    _ edits: (PackageManifest) throws -> [SourceEdit]
  ) throws -> String {
    let bytes = Array(source.utf8)
    let manifest = try PackageManifest(bytes: bytes)
    return String(decoding: try bytes.applying(edits(manifest)), as: UTF8.self)
  }

  @Test(arguments: [
    ("dependencies: []", #"dependencies: [.package(path: "../A")]"#),
    (
      #"dependencies: [.package(path: "../B")]"#,
      #"dependencies: [.package(path: "../B"), .package(path: "../A")]"#
    ),
    ("targets: []", #"dependencies: [.package(path: "../A")], targets: []"#),
  ])
  func `a dependency is added to the list, or with one`(before: String, after: String) throws {
    let text = try edited(package(before)) { try $0.edits(adding: #".package(path: "../A")"#) }
    #expect(text == package(after))
  }

  @Test func `a dependency is added by a statement where the list is computed`() throws {
    let source = package("dependencies: list()")
    let text = try edited(source) { try $0.edits(adding: #".package(path: "../A")"#) }
    #expect(text == source + "\n\npackage.dependencies.append(.package(path: \"../A\"))\n")
  }

  @Test func `a dependency cannot be added to a package without a list and a name`() {
    let error = #expect(throws: ManifestError.self) {
      try PackageManifest(
        bytes: Array("// swift-tools-version: 6.0\n_ = Package(name: \"A\", dependencies: b)".utf8)
      ).edits(adding: #".package(path: "../A")"#)
    }
    #expect(error?.code == .computed)
    #expect(error?.position == SourcePosition(line: 2, column: 5))
  }

  @Test func `targets that are handed over leave with their products and comments`() throws {
    let source = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Shop",
        products: [
          .library(name: "Shop", targets: ["Shop"]),
          .library(name: "Menu", targets: ["Menu"]),
        ],
        dependencies: [
          .package(path: "../Dishes"),
        ],
        targets: [
          .target(name: "Shop", dependencies: ["Menu", .target(name: "Prices")]),
          // What there is to eat.
          .target(name: "Menu", dependencies: ["Dishes"]),
          .target(name: "Prices"),
        ]
      )

      """
    let change = HandedOverTargets(
      targets: ["Menu", "Prices"],
      products: ["Menu"],
      to: "Menu",
      at: "../Menu",
      isNeeded: true,
      unneeded: ["../Dishes"]
    )
    let text = try edited(source) { try $0.edits(handingOver: change) }
    #expect(
      text == """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Shop",
          products: [
            .library(name: "Shop", targets: ["Shop"]),
          ],
          dependencies: [
            .package(path: "../Menu"),
          ],
          targets: [
            .target(name: "Shop", dependencies: ["Menu", .product(name: "Prices", package: "Menu")]),
          ]
        )

        """
    )
  }

  @Test func `a target that is not written out cannot be handed over`() {
    let change = HandedOverTargets(
      targets: ["B"],
      products: [],
      to: "B",
      at: "../B",
      isNeeded: false
    )
    let error = #expect(throws: ManifestError.self) {
      try read(package(#"targets: ["B"].map { .target(name: $0) }"#)).edits(handingOver: change)
    }
    #expect(error?.code == .computed)
    #expect(
      error?.message
        == "the target 'B' is not written out in a list: something else in the manifest makes it"
    )
  }

  @Test func `products are taken from another package`() throws {
    let source = package(
      #"dependencies: [.package(path: "../A")], targets: [.target(name: "T", "#
        + #"dependencies: [.product(name: "P", package: "A"), .product(name: "Q", package: "A")])]"#
    )
    let text = try edited(source) { manifest in
      try manifest.edits(taking: ["P"], besides: [], from: "B", at: "../B")
    }
    #expect(
      text
        == source.replacing(#"name: "P", package: "A""#, with: #"name: "P", package: "B""#)
        .replacing(#"path: "../A")]"#, with: #"path: "../A"), .package(path: "../B")]"#)
    )
    #expect(try read(source).edits(taking: ["R"], besides: [], from: "B", at: "../B") == [])
  }

  @Test func `a package that moves is followed, and called by its new name`() throws {
    let source = package(
      #"dependencies: [.package(path: "../Menu"), .package(path: "../Stove")], targets: "#
        + #"[.target(name: "T", dependencies: ["Menu", .product(name: "P", package: "menu")])]"#
    )
    let text = try edited(source) { manifest in
      try manifest.edits(moving: { dependency in
        guard dependency.location == .path("../Menu") else { return nil }
        return MovedPackage(path: "../../Core/Card", oldName: "Menu", name: "Card")
      })
    }
    #expect(
      text
        == source.replacing("../Menu", with: "../../Core/Card")
        .replacing(#""Menu""#, with: #".product(name: "Menu", package: "Card")"#)
        .replacing(#""menu""#, with: #""Card""#)
    )
  }
}
