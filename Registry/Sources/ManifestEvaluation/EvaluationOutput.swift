package import PackageManifest

/// What `swift package dump-package` printed for a manifest.
package struct EvaluationOutput: Sendable {
  package let json: [UInt8]
  /// The absolute path of the folder that is the root of the repository in it.
  package let root: String
  package let manifest: EvaluatedManifest

  /// - Throws: For what is not such JSON.
  init(json: [UInt8], root: String) throws {
    (self.json, self.root) = (json, root)
    manifest = try EvaluatedManifest(dump: json, root: root)
  }
}
