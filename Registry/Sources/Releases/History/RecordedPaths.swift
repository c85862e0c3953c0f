package import Git
package import GitValues
import RegistryModel
package import Versioning
import Workspace

/// Where earlier commits have components, by their own manifests.
package final class RecordedPaths {
  private let manifest: TreePath
  private var trees = CommitTrees()

  /// - Parameter manifest: Its path.
  package init(manifest: TreePath) {
    self.manifest = manifest
  }

  /// Asks for the commits of a component, wherever its folder was.
  package func query(
    _ component: ComponentName,
    at folder: TreePath,
    since: ObjectID? = nil
  ) -> PathQuery {
    let record = FolderRecord(
      in: manifest,
      of: .packageManifest
    ) { [self] root, repository in
      // A manifest that this version does not read records nothing.
      try? trees.manifest(in: root, at: manifest, repository)?.components[component]?.path
    }
    return PathQuery(following: folder, since: since, record: record)
  }

  /// The tree of a component in a commit.
  ///
  /// - Parameter folder: Where the component is now.
  func tree(
    of component: ComponentName,
    expecting expected: ObjectID,
    inCommit commit: ObjectID,
    now folder: TreePath,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    try trees.tree(
      of: component,
      expecting: expected,
      inCommit: commit,
      path: folder,
      manifest,
      repository
    )
  }
}
