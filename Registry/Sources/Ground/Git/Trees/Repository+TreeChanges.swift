package import Base

extension Repository {
  /// The files and links at which two trees differ, in git's order; a tree that is not there counts
  /// as empty.
  ///
  /// Directories with the same id are not read, so the cost is that of the changes. A name that is
  /// not UTF-8 shows replacement characters.
  package func changes(
    from old: ObjectID?,
    to new: ObjectID?
  ) throws(OperationError) -> [TreeChange] {
    var changes: [TreeChange] = []
    try compare(old ?? .emptyTree, new ?? .emptyTree, at: .root) { change in
      if change.old?.mode != .tree, change.new?.mode != .tree { changes.append(change) }
    }
    return changes
  }

  /// The trees and blobs that `new` leads to and `old` does not at the same path, without those of
  /// some trees.
  package func newTreeObjects(
    from old: ObjectID,
    to new: ObjectID,
    passingOver known: Set<ObjectID> = []
  ) throws(OperationError) -> [ObjectID] {
    if old == new { return [] }
    var ids = [new]
    try compare(old, new, at: .root, passingOver: known) { change in
      if let entry = change.new, entry.mode != .submodule { ids.append(entry.id) }
    }
    return ids
  }

  /// Calls `visit` for each entry that differs, directories included, before what is in them.
  private func compare(
    _ old: ObjectID,
    _ new: ObjectID,
    at directory: TreePath,
    passingOver known: Set<ObjectID> = [],
    _ visit: (TreeChange) -> Void
  ) throws(OperationError) {
    if old == new { return }
    guard directory.string.utf8.count < TreeListing.longestPath else {
      throw OperationError(
        .hostileTree,
        "refused a tree, its paths have over \(TreeListing.longestPath) bytes"
      )
    }
    let differences = try withTree(old) { (before) throws(OperationError) in
      try withTree(new) { (after) throws(OperationError) in
        try TreeDifferences.compare(before, after)
      }
    }
    for difference in differences {
      let name = String(decoding: difference.name, as: UTF8.self)
      let before = try difference.old.map { (side) throws(OperationError) in
        try entry(name, side, of: old)
      }
      let after = try difference.new.map { (side) throws(OperationError) in
        try entry(name, side, of: new)
      }
      // An old git may have written the mode of a file in another way.
      if before == after { continue }
      if let after, known.contains(after.id) { continue }
      let path = directory.appending(TreePath(unchecked: name))
      visit(TreeChange(path: path, old: before, new: after))
      if (after ?? before)?.mode == .tree {
        try compare(
          before?.id ?? .emptyTree,
          after?.id ?? .emptyTree,
          at: path,
          passingOver: known,
          visit
        )
      }
    }
  }

  private func entry(
    _ name: String,
    _ side: TreeDifferences.Side,
    of tree: ObjectID
  ) throws(OperationError) -> TreeEntry {
    guard let mode = FileMode(stored: side.mode) else {
      throw OperationError(.corrupt, "the tree '\(tree)' is damaged")
    }
    return TreeEntry(name: name, mode: mode, id: side.id)
  }
}
