import Foundation
import ManifestEditor
import Testing

/// A manifest of the Fixtures folder.
struct Fixture: CustomTestStringConvertible, Sendable {
  let name: String

  static let all = ["Plain", "Spellings", "References", "Dynamic", "Layout", "Private", "Old"]
    .map(Fixture.init)

  var testDescription: String { name }

  var manifest: [UInt8] {
    get throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
      return Array(try Data(contentsOf: folder.appending(path: "\(name).manifest")))
    }
  }
}

/// Reads a manifest all of whose paths are needed.
func read(_ source: String) throws(ManifestError) -> PackageManifest {
  let manifest = try PackageManifest(bytes: Array(source.utf8))
  if let obstacle = manifest.obstacles.first { throw obstacle }
  return manifest
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
