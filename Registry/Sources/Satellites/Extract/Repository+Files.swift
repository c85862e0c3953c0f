import Git
import ManifestEditor

extension Repository {
  /// The files anywhere in a tree that are wanted, in the order of their paths.
  func files(
    in root: ObjectID,
    where isWanted: (TreeEntry, borrowing Repository) throws -> Bool
  ) throws -> [(path: TreePath, id: ObjectID)] {
    var open: [(path: TreePath, tree: ObjectID)] = [(.root, root)]
    var found: [(path: TreePath, id: ObjectID)] = []
    while let folder = open.popLast() {
      for entry in try entries(of: folder.tree) {
        let path = folder.path.appending(TreePath(unchecked: entry.name))
        if entry.mode == .tree {
          open.append((path, entry.id))
        } else if try isWanted(entry, self) {
          found.append((path, entry.id))
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The names of a package's manifests, with those for certain versions of Swift.
  func manifestNames(in folder: TreePath, of root: ObjectID) throws -> [String] {
    guard let tree = try entry(at: folder, in: root)?.id else { return [] }
    return try entries(of: tree).map(\.name).filter { ManifestFileName($0) != nil }
  }
}
