package import Errors
package import GitValues

extension Repository {
  /// The entries of a tree in git's order.
  ///
  /// - Parameter refusesPadding: Whether modes with zeros before them are refused, which git never
  ///   writes, and takes for a fault where it looks.
  /// - Throws: ``OperationError/Code/hostileTree`` for names and modes that ``TreeNameRules`` refuses.
  package func entries(
    of tree: ObjectID,
    refusingPaddedModes refusesPadding: Bool = false
  ) throws(OperationError) -> [TreeEntry] {
    try withTree(tree) { (raw) throws(OperationError) in
      var entries: [TreeEntry] = []
      try raw.forEach { (entry) throws(OperationError) in
        if refusesPadding, entry.isPadded { throw paddedMode(of: entry, in: tree) }
        entries.append(try checked(entry, in: tree))
        return true
      }
      return entries
    }
  }

  /// The entry at `path` below `tree`; `nil` if there is none.
  ///
  /// For the root that is the tree itself, with an empty name.
  package func entry(at path: TreePath, in tree: ObjectID) throws(OperationError) -> TreeEntry? {
    var found = TreeEntry(name: "", mode: .tree, id: tree)
    for name in path.names {
      guard found.mode == .tree else { return nil }
      let parent = found.id
      let next = try withTree(parent) { (raw) throws(OperationError) in
        guard let entry = try raw.entry(named: Array(name.utf8)) else { return TreeEntry?.none }
        return try checked(entry, in: parent)
      }
      guard let next else { return nil }
      found = next
    }
    return found
  }

  /// The tree at `path` below another one; `nil` if there is none, or another thing than a tree.
  package func tree(at path: TreePath, in root: ObjectID) throws(OperationError) -> ObjectID? {
    let entry = try entry(at: path, in: root)
    return entry?.mode == .tree ? entry?.id : nil
  }

  /// Lends a tree's bytes for as long as `body` runs.
  func withTree<Result>(
    _ id: ObjectID,
    _ body: (RawTree) throws(OperationError) -> Result
  ) throws(OperationError) -> Result {
    try unsafe withObject(id, .tree) { (bytes) throws(OperationError) in
      try body(unsafe RawTree(bytes, id: id))
    }
  }

  private func paddedMode(of entry: RawTree.Entry, in tree: ObjectID) -> OperationError {
    let name = TreeNameRules.escaped(String(decoding: entry.nameBytes, as: UTF8.self))
    return OperationError(
      .hostileTree,
      "refused the tree '\(tree)', '\(name)' has the zero-padded mode"
        + " '0\(String(entry.mode, radix: 8))'",
      help: "a tool other than git wrote it: change a file in the same folder and commit, and git"
        + " writes the tree again"
    )
  }

  private func checked(_ entry: RawTree.Entry, in tree: ObjectID) throws(OperationError)
    -> TreeEntry
  {
    let bytes = entry.nameBytes
    if let fault = TreeNameRules.fault(inBytes: bytes) {
      throw OperationError(.hostileTree, "refused the tree '\(tree)', \(fault)")
    }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let mode = FileMode(stored: entry.mode) else {
      throw OperationError(
        .hostileTree,
        "refused the tree '\(tree)', '\(name)' has the mode '\(String(entry.mode, radix: 8))'"
      )
    }
    return TreeEntry(name: name, mode: mode, id: entry.id)
  }
}
