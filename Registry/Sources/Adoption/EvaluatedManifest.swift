package import GitValues
package import Workspace

/// The result of running a manifest with the toolchain.
package struct EvaluatedManifest: Hashable, Sendable {
  package let name: String
  /// The folders of the packages that it depends on by path, in the manifest's order.
  package let dependencies: [TreePath]
  package let executables: [String]
  package let hasLibrary: Bool

  package init(
    name: String,
    dependencies: [TreePath],
    executables: [String],
    hasLibrary: Bool
  ) {
    self.name = name
    self.dependencies = dependencies
    self.executables = executables
    self.hasLibrary = hasLibrary
  }
}

/// Runs manifests of a trusted repository.
package protocol ManifestEvaluating: Sendable {
  /// - Parameters:
  ///   - folder: The package's, from the root of the working tree.
  ///   - root: Of the working tree, absolute.
  func evaluate(_ folder: TreePath, in root: String) throws(OperationError) -> EvaluatedManifest
}
