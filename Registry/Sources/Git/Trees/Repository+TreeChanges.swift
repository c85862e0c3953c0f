package import Errors
package import GitValues

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

  /// The trees and blobs that `new` leads to and `old` does not at the same path.
  func newTreeObjects(from old: ObjectID?, to new: ObjectID) throws(OperationError) -> [ObjectID] {
    if old == new { return [] }
    var ids = [new]
    try compare(old ?? .emptyTree, new, at: .root) { change in
      if let entry = change.new, entry.mode != .submodule { ids.append(entry.id) }
    }
    return ids
  }

  /// Calls `visit` for each entry that differs, directories included, before what is in them.
  private func compare(
    _ old: ObjectID,
    _ new: ObjectID,
    at directory: TreePath,
    _ visit: (TreeChange) -> Void
  ) throws(OperationError) {
    if old == new { return }
    guard directory.string.utf8.count < TreeListing.longestPath else {
      throw OperationError(
        .hostileTree,
        "refused a tree, its paths have over \(TreeListing.longestPath) bytes"
      )
    }
    let olds = try sortableEntries(of: old)
    let news = try sortableEntries(of: new)
    var (left, right) = (0, 0)
    while left < olds.count || right < news.count {
      let order = Self.order(
        left < olds.count ? olds[left].key : nil,
        right < news.count ? news[right].key : nil
      )
      let oldEntry = order <= 0 ? olds[left].entry : nil
      let newEntry = order >= 0 ? news[right].entry : nil
      if order <= 0 { left += 1 }
      if order >= 0 { right += 1 }
      guard let entry = newEntry ?? oldEntry, oldEntry != newEntry else { continue }
      let path = directory.appending(TreePath(unchecked: entry.name))
      visit(TreeChange(path: path, old: oldEntry, new: newEntry))
      if entry.mode == .tree {
        try compare(oldEntry?.id ?? .emptyTree, newEntry?.id ?? .emptyTree, at: path, visit)
      }
    }
  }

  private func sortableEntries(
    of tree: ObjectID
  ) throws(OperationError) -> [(key: [UInt8], entry: TreeEntry)] {
    try withTree(tree) { (raw) throws(OperationError) in
      var entries: [(key: [UInt8], entry: TreeEntry)] = []
      try raw.forEach { (entry) throws(OperationError) in
        guard let mode = FileMode(stored: entry.mode) else {
          throw OperationError(.corrupt, "the tree '\(tree)' is damaged")
        }
        let name = String(decoding: entry.nameBytes, as: UTF8.self)
        entries.append(
          (entry.sortingKey, TreeEntry(name: name, mode: mode, id: entry.id))
        )
        return true
      }
      return entries
    }
  }

  /// Negative if the left key comes first, zero for the same key; no key comes last.
  private static func order(_ left: [UInt8]?, _ right: [UInt8]?) -> Int {
    guard let left else { return 1 }
    guard let right else { return -1 }
    if left == right { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}
