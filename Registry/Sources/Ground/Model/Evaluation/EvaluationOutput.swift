package import Base
package import ManifestEditor

/// The output of `swift package dump-package` for a manifest.
package struct EvaluationOutput: Sendable {
  /// The output as it was printed, with absolute paths below ``root``.
  package let json: JSONValue
  /// The absolute path that stands for the root of the repository in the output.
  package let root: String
  /// The part of the output that releases need, with paths from the root of the repository.
  package let manifest: EvaluatedManifest

  /// - Throws: For what is not such JSON.
  init(json: [UInt8], root: String) throws(OperationError) {
    self.json = try JSONValue(reading: json, file: "swift package dump-package")
    self.root = root
    manifest = try unifyingErrors { try EvaluatedManifest(dump: json, root: root) }
  }
}
