import Content
package import Git
package import ManifestEditor
package import Model

extension Workspace {
  /// What the `Package.swift` of a component's folder declares; `nil` if there is none.
  ///
  /// One that computes products or targets is run, as each build of the package does.
  ///
  /// - Parameter isConfined: Whether the package is built confined, or with all rights of the account.
  /// - Throws: `notEvaluated` if that is not possible.
  package func packageManifest(
    in tree: ObjectID,
    at path: TreePath,
    isConfined: Bool = false
  ) throws -> PackageManifestFile? {
    guard let bytes = try content(of: .packageManifest, in: tree) else { return nil }
    return try located(in: path) {
      let file = try PackageManifestFile(surveying: bytes, packagePath: path)
      guard file.productNames == nil || !file.unread.isEmpty else { return file }
      return file.completed(
        by: try runningManifests(isBuilt: !isConfined).evaluate(bytes, in: path)
      )
    }
  }
}
