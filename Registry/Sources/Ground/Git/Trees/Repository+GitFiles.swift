package import Base

extension Repository {
  /// What a tree has anywhere under a name that some system takes for that of a ``GitFile``.
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
