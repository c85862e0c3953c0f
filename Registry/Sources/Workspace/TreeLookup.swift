package import Errors
package import Git
package import GitValues

/// Looks up paths in one tree, and reads each folder on the way once.
package struct TreeLookup {
  private let root: ObjectID
  private var folders: [String: [String: TreeEntry]] = [:]

  package init(root: ObjectID) {
    self.root = root
  }

  /// The tree at `path`; `nil` if there is no tree.
  package mutating func tree(
    at path: TreePath,
    in repository: borrowing Repository
  ) throws(OperationError) -> ObjectID? {
    if path.isRoot { return root }
    guard let folder = try entries(of: path.parent, in: repository),
      let entry = folder[String(path.name)], entry.mode == .tree
    else { return nil }
    return entry.id
  }

  private mutating func entries(
    of folder: TreePath,
    in repository: borrowing Repository
  ) throws(OperationError) -> [String: TreeEntry]? {
    if let known = folders[folder.string] { return known }
    guard let tree = try tree(at: folder, in: repository) else { return nil }
    let entries = try repository.entries(of: tree).map { ($0.name, $0) }
    let folderEntries = Dictionary(entries) { first, _ in first }
    folders[folder.string] = folderEntries
    return folderEntries
  }
}
