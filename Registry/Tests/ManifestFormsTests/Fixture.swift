import Base
import Git
import ManifestEditor
import ManifestForms
import Foundation
import Testing

/// A manifest of the library's tests, with its published form in the Fixtures folder.
struct Fixture: CustomTestStringConvertible, Sendable {
  let name: String

  static let published = ["Plain", "Spellings", "References", "Dynamic", "Layout", "Private"]
    .map(Fixture.init)
  static let all = published + [Fixture(name: "Old")]

  var testDescription: String { name }

  var manifest: [UInt8] {
    get throws {
      try read("../../Packages/ManifestEditor/Tests/ManifestEditorTests/Fixtures", "manifest")
    }
  }

  var publishedManifest: [UInt8] {
    get throws { try read("Fixtures", "published") }
  }

  private func read(_ folder: String, _ kind: String) throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    return Array(try Data(contentsOf: tests.appending(path: "\(folder)/\(name).\(kind)")))
  }
}

/// The components beside which the fixtures lie.
let neighbours: [TreePath: PublishedComponent] = [
  "Components/FlowKit": PublishedComponent(
    name: "FlowKit",
    requirement: #"from: "1.2.0""#,
    products: ["FlowKit", "FlowTesting"]
  ),
  "Components/Payments": PublishedComponent(
    name: "Payments",
    requirement: #""1.0.0"..<"1.4.0""#,
    products: ["Payments"]
  ),
  "Components/StatusUpdates": PublishedComponent(
    name: "StatusUpdates",
    requirement: #"exact: "2.0.0-beta.1""#,
    products: ["StatusUpdates"]
  ),
  "Components/OrderProcessing": PublishedComponent(
    name: "OrderProcessing",
    requirement: #".upToNextMinor(from: "0.3.1")"#,
    products: ["OrderProcessing"]
  ),
  "Components/Ledger": PublishedComponent(
    name: "Ledger",
    requirement: #""1.0.0"..."1.9.9""#,
    products: ["Ledger"]
  ),
  "Components/Catalogue": PublishedComponent(
    name: "Catalogue",
    requirement: #"from: "3.0.0""#,
    products: ["Menu"]
  ),
  "Components/Kitchen": PublishedComponent(
    name: "Kitchen",
    requirement: #"from: "1.0.0""#,
    products: nil
  ),
  "Components/Tools": PublishedComponent(
    name: "Tools",
    requirement: #"from: "1.0.0""#,
    products: ["Lint", "lint"]
  ),
  "Components/TestHelpers": PublishedComponent(
    omitting: "TestHelpers",
    because: .isPrivate,
    products: ["TestHelpers", "Fakes"]
  ),
]

func read(
  _ source: String,
  at packagePath: TreePath = "Components/Here"
) throws(OperationError) -> LocatedManifest {
  try LocatedManifest(bytes: Array(source.utf8), packagePath: packagePath)
}

/// A manifest around the arguments of its `Package(…)`.
func package(_ arguments: String, tools: String = "6.0", before: String = "") -> String {
  """
  // swift-tools-version: \(tools)
  import PackageDescription
  \(before)
  let package = Package(name: "Here", \(arguments))
  """
}
