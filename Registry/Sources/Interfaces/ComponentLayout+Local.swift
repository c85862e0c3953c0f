import Git
import Layout
import ManifestEvaluation
import RegistryModel
import Workspace

extension ComponentLayout.Folder {
  /// The same, with the dependencies that it names by URL beside it.
  ///
  /// - Parameter release: That the files are of; `nil` for those of a commit.
  func local(
    of release: Release? = nil,
    in state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> Self {
    // A missing tree is reported where the folders are combined.
    guard workspace.repository.contains(tree) else { return self }
    let edits = try LocalDependencies(
      state.manifest,
      by: workspace.manifestReading(state.manifest, of: release)
    ).edits(
      of: tree,
      at: path,
      in: workspace.repository
    )
    return edits.isEmpty ? self : Self(path: path, tree: try workspace.repository.edit(tree, edits))
  }
}
