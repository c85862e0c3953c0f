import Base
import Git
import ManifestEditor
import ManifestForms
import Testing

@Suite struct MovedFormTests {
  /// The manifest of `folder` after the package at `Components/Menu` has moved.
  private func edited(
    _ text: String,
    in folder: TreePath,
    menuAt place: TreePath
  ) throws -> String {
    let manifest = try LocatedManifest(bytes: Array(text.utf8), packagePath: folder)
    let edits = try manifest.edits { path in
      path == "Components/Menu" ? place : path
    }
    return String(decoding: try edits.applied(to: Array(text.utf8)), as: UTF8.self)
  }

  @Test func `a dependent follows the folder and its new name`() throws {
    let text = package(
      """
      dependencies: [.package(path: "../Menu"), .package(path: "../Kitchen")],
      targets: [
        .target(name: "Here", dependencies: ["Menu", .product(name: "Dishes", package: "menu")]),
        .testTarget(name: "T", dependencies: [.byName(name: "Menu"), "Here"])
      ]
      """
    )
    let expected = package(
      """
      dependencies: [.package(path: "../../Core/Card"), .package(path: "../Kitchen")],
      targets: [
        .target(name: "Here", dependencies: [.product(name: "Menu", package: "Card"), .product(name: "Dishes", package: "Card")]),
        .testTarget(name: "T", dependencies: [.product(name: "Menu", package: "Card"), "Here"])
      ]
      """
    )
    #expect(try edited(text, in: "Components/Here", menuAt: "Core/Card") == expected)
  }

  @Test func `a package that moves names the others from its new place`() throws {
    let text = package(
      """
      dependencies: [.package(name: "Stove", path: "./../Kitchen"), .package(path: "../../Tools")]
      """
    )
    let expected = package(
      """
      dependencies: [.package(name: "Stove", path: "../../Components/Kitchen"), .package(path: "../../Tools")]
      """
    )
    #expect(try edited(text, in: "Components/Menu", menuAt: "Core/Menu") == expected)
  }

  @Test func `a name of its own is kept`() throws {
    let text = package(
      """
      dependencies: [.package(name: "Menu", path: "../Menu")],
      targets: [.target(name: "Here", dependencies: [.product(name: "Menu", package: "Menu")])]
      """
    )
    let expected = text.replacing("path: \"../Menu\"", with: "path: \"../Card\"")
    #expect(try edited(text, in: "Components/Here", menuAt: "Components/Card") == expected)
  }
}
