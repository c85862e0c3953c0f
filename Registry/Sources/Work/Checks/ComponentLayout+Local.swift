import Apps
import Git
import Model
import Versions

extension ComponentLayout.Folder {
  /// The same, with the dependencies beside it that it names by URL, or where they were before they
  /// moved.
  ///
  /// - Parameter release: That the files are of; `nil` for those of a commit.
  func local(
    of name: ComponentName,
    _ release: Release? = nil,
    in state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> Self {
    // A missing tree is reported where the folders are combined.
    guard workspace.repository.contains(tree) else { return self }
    var tree = tree
    if let release {
      let moved = try MovedDependencies(state.manifest)
        .edits(of: name, release, in: tree, workspace)
      if !moved.isEmpty { tree = try workspace.repository.edit(tree, moved) }
    }
    let edits = try LocalDependencies(
      state.manifest,
      by: workspace.manifestReading(state.manifest, of: release)
    ).edits(
      of: tree,
      at: path,
      // What it requires is beside it: other URLs did not name components yet when it was made.
      onlyOf: release.map { Set($0.requires.keys) },
      in: workspace.repository
    )
    if !edits.isEmpty { tree = try workspace.repository.edit(tree, edits) }
    return Self(path: path, tree: tree)
  }
}
