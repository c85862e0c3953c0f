package import Base

extension Repository {
  /// The entries of a tree in git's order, whatever their names are.
  ///
  /// A name that is not UTF-8 shows replacement characters. What is written to a disk or published is
  /// listed by ``listing(of:limit:passesOverSubmodules:editing:checksLinks:sealed:)``.
  /// - Throws: ``OperationError/Code/hostileTree`` for modes that git does not know.
  package func entries(of tree: ObjectID) throws(OperationError) -> [TreeEntry] {
    var entries: [TreeEntry] = []
    try forEachEntry(of: tree) { (entry, _) throws(OperationError) in entries.append(entry) }
    return entries
  }

  /// Calls `body` for each entry of a tree and its bytes.
  func forEachEntry(
    of tree: ObjectID,
    _ body: (TreeEntry, RawTree.Entry) throws(OperationError) -> Void
  ) throws(OperationError) {
    try withTree(tree) { (raw) throws(OperationError) in
      try raw.forEach { (entry) throws(OperationError) in
        try body(value(of: entry, in: tree), entry)
        return true
      }
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
        return try value(of: entry, in: parent)
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

  func paddedMode(of entry: RawTree.Entry, in tree: ObjectID) -> OperationError {
    let name = TreeNameRules.escaped(String(decoding: entry.nameBytes, as: UTF8.self))
    return OperationError(
      .hostileTree,
      "refused the tree '\(tree)', '\(name)' has the zero-padded mode"
        + " '0\(String(entry.mode, radix: 8))'",
      help: "a tool other than git wrote it: change a file in the same folder and commit, and git"
        + " writes the tree again"
    )
  }

  private func value(of entry: RawTree.Entry, in tree: ObjectID) throws(OperationError)
    -> TreeEntry
  {
    let name = String(decoding: entry.nameBytes, as: UTF8.self)
    guard let mode = FileMode(stored: entry.mode) else {
      throw OperationError(
        .hostileTree,
        "refused the tree '\(tree)', '\(TreeNameRules.escaped(name))' has the mode '\(String(entry.mode, radix: 8))'"
      )
    }
    return TreeEntry(name: name, mode: mode, id: entry.id)
  }
}

extension Repository {
  /// The depth of folders that every git can read; newer ones refuse more (`core.maxTreeDepth`), older
  /// ones crash.
  package static let deepestForGit = 2048

  /// A path in the newest commit below more folders than git can read; `nil` if there is none.
  package func pathTooDeepForGit() throws(OperationError) -> TreePath? {
    guard let tip = try head().tip else { return nil }
    // A tree is read again only where it is deeper than before.
    var depths: [ObjectID: Int] = [:]
    var folders = [(tree: try commit(tip).tree, path: TreePath.root, depth: 0)]
    while let (tree, path, depth) = folders.popLast() {
      if depth > Self.deepestForGit { return path }
      if let known = depths[tree], known >= depth { continue }
      depths[tree] = depth
      for entry in try entries(of: tree) where entry.mode == .tree {
        folders.append((entry.id, path.appending(TreePath(unchecked: entry.name)), depth + 1))
      }
    }
    return nil
  }
}
