package import Base
package import ManifestEditor

/// What `swift package dump-package` printed for a manifest.
package struct EvaluationOutput: Sendable {
  package let json: JSONValue
  /// The absolute path of the folder that is the root of the repository in it.
  package let root: String
  package let manifest: EvaluatedManifest

  /// - Throws: For what is not such JSON.
  init(json: [UInt8], root: String) throws(OperationError) {
    self.json = try JSONValue(reading: json, file: "swift package dump-package")
    self.root = root
    manifest = try EvaluatedManifest(dump: self.json, root: root)
  }
}
