import Base
import Git
import ManifestEditor
import ManifestForms

/// Reads any bytes as a `Package.swift`, and what has a published form back from it.
enum FuzzManifest {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    do throws(OperationError) {
      let manifest = try LocatedManifest(bytes: bytes, packagePath: folder)
      let edits = try manifest.publishedForm(scope: "cookr", components: neighbours)
      guard let published = try? edits.applied(to: bytes) else {
        preconditionFailure("the edits do not fit")
      }
      let result = try LocatedManifest(bytes: published, packagePath: .root)
      let again = try result.publishedForm(scope: "cookr", components: [:])
      precondition(again.isEmpty)
    } catch {
      precondition(error.code != .invalidEdits, "\(error)")
      precondition(!error.message.contains("takes longer"), "\(error)")
    }
  }
}

private let folder = TreePath(unchecked: "Components/Here")

private let neighbours = [
  TreePath(unchecked: "Components/FlowKit"): PublishedComponent(
    name: "FlowKit",
    requirement: #"from: "1.2.0""#,
    products: ["FlowKit", "FlowTesting"]
  )
]
