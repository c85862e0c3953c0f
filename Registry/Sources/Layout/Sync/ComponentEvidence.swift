import Files
import Git
import GitValues

/// The stamps of the working files of a component that is built from a release.
struct ComponentEvidence {
  /// From the root of the repository.
  let folder: TreePath
  /// The tree of the folder in the commit.
  let tree: ObjectID
  /// Whether git saw changes that were not committed.
  let hasChanges: Bool
  /// Of the files and of all folders.
  let stamps: StampList
}
