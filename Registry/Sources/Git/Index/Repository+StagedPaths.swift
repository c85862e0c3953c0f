package import GitValues

extension Repository {
  /// Paths told apart by whether anything can be staged at or below them.
  struct StagedPaths {
    /// Where the index is as the newest commit, as far as git remembers it.
    var unstaged: [TreePath] = []
    /// All others, which have to be looked at.
    var doubtful: [TreePath] = []
    /// What the index ended with that was asked.
    let index: ObjectID
  }

  /// Those of the paths at and below which nothing is staged, as far as git remembers it.
  package func unstaged(among paths: [TreePath]) throws(GitError) -> [TreePath] {
    guard !paths.isEmpty, let index = try SystemFile.readIfPresent(indexPath) else { return [] }
    return try stagedPaths(among: paths, index)?.unstaged ?? []
  }

  /// `nil` if the index remembers nothing.
  func stagedPaths(
    among paths: [TreePath],
    _ index: [UInt8]
  ) throws(GitError) -> StagedPaths? {
    guard let tip = try head().tip, let remembered = IndexTrees(index) else { return nil }
    var unchanged: Set<String> = []
    try collectUnchanged(commit(tip).tree, at: .root, remembered, into: &unchanged)
    var staged = StagedPaths(index: remembered.checksum)
    for path in paths {
      if path.andAncestors.contains(where: { unchanged.contains($0.string) }) {
        staged.unstaged.append(path)
      } else {
        staged.doubtful.append(path)
      }
    }
    // What is looked at from above needs no look of its own.
    staged.unstaged.removeAll { path in staged.doubtful.contains { path.isInside($0) } }
    return staged
  }

  /// The outermost folders that are staged as `tree` has them.
  private func collectUnchanged(
    _ tree: ObjectID,
    at folder: TreePath,
    _ remembered: IndexTrees,
    into unchanged: inout Set<String>
  ) throws(GitError) {
    if remembered.byPath[folder.string] == tree {
      unchanged.insert(folder.string)
      return
    }
    let folders = try withTree(tree) { (raw) throws(GitError) in
      var folders: [(TreePath, ObjectID)] = []
      try raw.forEach { entry in
        if entry.isTree {
          let name = String(decoding: entry.nameBytes, as: UTF8.self)
          folders.append((folder.appending(TreePath(unchecked: name)), entry.id))
        }
        return true
      }
      return folders
    }
    for (path, id) in folders { try collectUnchanged(id, at: path, remembered, into: &unchanged) }
  }
}
