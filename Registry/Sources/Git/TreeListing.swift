/// All files and links of a tree, every name and link of which may be written to a disk.
package struct TreeListing: Hashable, Sendable {
  /// In git's order: what is in a directory stands together.
  package let items: [Item]
  /// The tree itself and each directory in it.
  package let trees: [ObjectID]

  package struct Item: Hashable, Sendable {
    package let path: TreePath
    /// Never a tree or a submodule.
    package let mode: FileMode
    package let id: ObjectID
  }

  /// Those items that pass; what held for the whole holds for a part of it.
  package func filter(_ isKept: (Item) -> Bool) -> TreeListing {
    TreeListing(items: items.filter(isKept), trees: trees)
  }

  /// About as many items in each of so many parts, in their order.
  package func split(into count: Int) -> [TreeListing] {
    (0..<count).map { part in
      let range = items.count * part / count..<items.count * (part + 1) / count
      return TreeListing(items: Array(items[range]), trees: trees)
    }
  }

  /// The longest path in bytes, below what any system allows.
  static let longestPath = 3_500
  /// More entries than this are taken for a trap: a few small trees can claim to hold billions.
  package static let mostEntries = 1_000_000
}

extension Repository {
  /// Reads a whole tree and refuses it if any of it must not be written to a disk.
  ///
  /// - Throws: ``GitError/Code/hostileTree`` for names that ``TreeNameRules`` refuses or that
  ///   collide, entries out of order or twice, unknown modes, submodules, and links that leave the
  ///   tree.
  package func listing(
    of tree: ObjectID,
    limit: Int = TreeListing.mostEntries
  ) throws(GitError) -> TreeListing {
    var items: [TreeListing.Item] = []
    var trees: [ObjectID] = []
    try list(tree, at: .root, into: &items, &trees, limit)
    var links: [(path: TreePath, target: [UInt8])] = []
    for item in items where item.mode == .link {
      links.append((item.path, try blob(item.id)))
    }
    if let fault = LinkRules(links).firstFault() {
      throw refused(tree, fault)
    }
    return TreeListing(items: items, trees: trees)
  }

  private func list(
    _ tree: ObjectID,
    at directory: TreePath,
    into items: inout [TreeListing.Item],
    _ trees: inout [ObjectID],
    _ limit: Int
  ) throws(GitError) {
    trees.append(tree)
    for entry in try uncollidingEntries(of: tree, at: directory) {
      let path = directory.appending(TreePath(unchecked: entry.name))
      guard path.string.utf8.count <= TreeListing.longestPath,
        items.count + trees.count < limit
      else {
        throw GitError(.hostileTree, "refused the tree '\(tree)', it is too deep or too large")
      }
      switch entry.mode {
      case .tree: try list(entry.id, at: path, into: &items, &trees, limit)
      case .submodule:
        throw GitError(
          .hostileTree,
          "refused the tree '\(tree)', '\(path)' is a submodule",
          help: "git keeps its files in a repository of their own: take them into this one"
        )
      case .file, .executable, .link:
        items.append(TreeListing.Item(path: path, mode: entry.mode, id: entry.id))
      }
    }
  }

  private func uncollidingEntries(
    of tree: ObjectID,
    at directory: TreePath
  ) throws(GitError) -> [TreeEntry] {
    let entries = try entries(of: tree)
    var names: [String: String] = [:]
    names.reserveCapacity(entries.count)
    var previous: TreeEntry?
    for entry in entries {
      if let other = names.updateValue(
        entry.name,
        forKey: TreeNameRules.collisionKey(of: entry.name)
      ) {
        throw refused(
          tree,
          "'\(directory.appending(TreePath(unchecked: entry.name)))' and '\(other)' are one file on"
            + " some systems"
        )
      }
      if let previous, !previous.isSorted(before: entry) {
        throw refused(
          tree,
          "'\(directory.appending(TreePath(unchecked: entry.name)))' is out of order"
        )
      }
      previous = entry
    }
    return entries
  }

  private func refused(_ tree: ObjectID, _ fault: String) -> GitError {
    GitError(.hostileTree, "refused the tree '\(tree)', \(fault)")
  }
}

extension TreeEntry {
  /// Whether git sorts the entry before another one: a directory's name counts with a slash behind
  /// it.
  fileprivate func isSorted(before other: TreeEntry) -> Bool {
    guard mode == .tree || other.mode == .tree else {
      return name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
    return sortingKey.lexicographicallyPrecedes(other.sortingKey)
  }

  private var sortingKey: [UInt8] {
    Array(name.utf8) + (mode == .tree ? [UInt8(ascii: "/")] : [])
  }
}
