package import Base
private import CGit2

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

extension Repository {
  /// The entries anywhere in a tree whose name some system takes for that of a ``GitFile``.
  ///
  /// `git fsck` looks for these names in every tree, at any depth. Nothing is refused here, as this
  /// reads what is committed already. A tree that is not in the repository is passed over: a clone
  /// without it has nothing to push of it.
  package func gitFiles(anywhereIn root: ObjectID) throws(OperationError) -> [TreeListing.Item] {
    var found: [TreeListing.Item] = []
    var seen: Set<ObjectID> = [root]
    var pending = [(path: TreePath.root, tree: root)]
    while let (folder, tree) = pending.popLast() {
      guard folder.string.utf8.count <= TreeListing.longestPath, try header(of: tree) != nil else {
        continue
      }
      try withTree(tree) { (raw) throws(OperationError) in
        try raw.forEach { (entry) throws(OperationError) in
          let name = String(decoding: entry.nameBytes, as: UTF8.self)
          let isGitFile = GitFile(named: name) != nil
          // Of two equal trees, one is enough.
          let isNewTree = entry.isTree && seen.insert(entry.id).inserted
          guard isGitFile || isNewTree else { return true }
          let path = folder.appending(TreePath(unchecked: name))
          if isNewTree { pending.append((path, entry.id)) }
          if isGitFile {
            let mode = FileMode(stored: entry.mode) ?? .file
            found.append(TreeListing.Item(path: path, mode: mode, id: entry.id))
          }
          return true
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }
}

extension Repository {
  /// The name that a tree of these files would have, whose paths go through any folders; nothing is
  /// stored.
  package static func treeID(
    of files: [(path: TreePath, mode: FileMode, id: ObjectID)]
  ) throws(OperationError) -> ObjectID {
    try treeID(files.map { NamedFile(names: $0.path.names[...], mode: $0.mode, id: $0.id) })
  }

  /// A file, by what is left of its path.
  private struct NamedFile {
    let names: ArraySlice<Substring>
    let mode: FileMode
    let id: ObjectID
  }

  private static func treeID(_ files: [NamedFile]) throws(OperationError) -> ObjectID {
    var entries: [TreeEntry] = []
    let folders = Dictionary(grouping: files) { $0.names.first ?? "" }
    for (name, inside) in folders {
      if let file = inside.first, file.names.count == 1 {
        guard inside.count == 1 else {
          throw OperationError(.invalid, "'\(name)' is both a file and something else")
        }
        entries.append(TreeEntry(name: String(name), mode: file.mode, id: file.id))
      } else {
        let deeper = inside.map { NamedFile(names: $0.names.dropFirst(), mode: $0.mode, id: $0.id) }
        entries.append(TreeEntry(name: String(name), mode: .tree, id: try treeID(deeper)))
      }
    }
    var bytes: [UInt8] = []
    for entry in entries.sorted(by: { $0.isSorted(before: $1) }) {
      bytes += Array("\(String(entry.mode.rawValue, radix: 8)) \(entry.name)".utf8) + [0]
      var raw = entry.id.raw
      unsafe withUnsafeBytes(of: &raw) { unsafe bytes.append(contentsOf: $0) }
    }
    return objectID(of: bytes, as: .tree)
  }
}
