package import GitValues

extension Repository {
  /// What is not committed below each of `paths`, in their order, from one look at the index and the
  /// working files.
  ///
  /// Paths may contain each other: a file counts for each path that contains it.
  package func statuses(below paths: [TreePath]) throws(GitError) -> [[FileStatus]] {
    var statuses = paths.map { _ in [FileStatus]() }
    // An empty list of paths would mean all paths.
    guard !paths.isEmpty else { return statuses }
    var indices: [TreePath: [Int]] = [:]
    for (index, path) in paths.enumerated() { indices[path, default: []].append(index) }
    for file in try status(of: paths) {
      for place in file.treePath.andAncestors {
        for index in indices[place] ?? [] { statuses[index].append(file) }
      }
    }
    return statuses
  }
}

extension FileStatus {
  /// A repository within this one is given with a slash behind its name.
  fileprivate var treePath: TreePath {
    path.utf8.last == UInt8(ascii: "/")
      ? TreePath(unchecked: String(path.utf8.dropLast()) ?? path) : TreePath(unchecked: path)
  }
}
