import Base

/// Completing a checkout that was interrupted.
///
/// The index is still that of the tree before, and each file is as one of the two trees has it, or is
/// the beginning of what was being written.
extension PrivateCheckout {
  /// The files that a person has changed in an interrupted checkout of a tree, which completing it
  /// would overwrite; sorted.
  package func edits(interrupting tree: ObjectID) throws -> [TreePath] {
    try interruption(of: tree).edited.sorted()
  }

  /// Completes it, with what a person changed in between.
  package func complete(_ tree: ObjectID) throws {
    let state = try interruption(of: tree)
    for path in state.outdated.sorted() {
      try LocalFile.removeAll("\(self.path)/\(path)")
      LocalFile.removeEmptyDirectories(
        from: LocalFile.parent(of: "\(self.path)/\(path)"),
        below: self.path
      )
    }
    try restore(state.unwritten.sorted(), from: nextIndex)
    try LocalFile.move(nextIndex, to: files.index)
  }

  private struct Interruption {
    /// Files of the tree that are not as it has them.
    var unwritten: Set<TreePath> = []
    /// Files of the tree before that are still there.
    var outdated: Set<TreePath> = []
    /// Those among both that no run wrote.
    var edited: Set<TreePath> = []
  }

  private func interruption(of tree: ObjectID) throws -> Interruption {
    let (difference, before) =
      try isRecorded() ? (difference(to: tree), changes()) : (Difference(), Changes())
    let isFirst = try !isRecorded()
    try LocalFile.remove(nextIndex)
    if let index = try isFirst ? nil : LocalFile.read(files.index) {
      try LocalFile.update(nextIndex, to: index)
    }
    // Entries that are the same keep what the index knows of their files; -i is for files that are as
    // the tree has them already.
    try files.git(["read-tree", "-m", "-i", tree.hex], index: nextIndex)
    let after = try changes(from: nextIndex)
    var state = Interruption(unwritten: after.edited.union(after.missing))
    let untouched = Set(before.added)
    for path in after.edited {
      // As the tree before had it.
      if difference.written.contains(path), !before.edited.contains(path), !untouched.contains(path)
      {
        continue
      }
      if isFirst || difference.written.contains(path), try isBeginning(path) { continue }
      state.edited.insert(path)
    }
    for path in difference.removed where LocalFile.kind(at: "\(self.path)/\(path)") != nil {
      state.outdated.insert(path)
      if before.edited.contains(path) { state.edited.insert(path) }
    }
    return state
  }

  /// Whether a file is the beginning of what the tree that is being checked out has there.
  private func isBeginning(_ path: TreePath) throws -> Bool {
    guard LocalFile.kind(at: "\(self.path)/\(path)") == .file,
      let content = try LocalFile.read("\(self.path)/\(path)")
    else { return false }
    let staging = "\(record)/staging"
    defer { try? LocalFile.removeAll(staging) }
    try files.git(
      ["checkout-index", "-f", "--prefix=\(staging)/", "--", path.string],
      index: nextIndex
    )
    return try LocalFile.read("\(staging)/\(path)")?.starts(with: content) ?? false
  }
}
