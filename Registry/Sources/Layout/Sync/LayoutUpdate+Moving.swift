import Files
import Git
import GitValues
import Writing

extension LayoutUpdate {
  /// Changes the checkout, if necessary.
  func update(
    _ work: LayoutWork,
    _ result: LayoutResult,
    _ began: Int,
    in repository: borrowing Repository
  ) throws -> (LayoutRecord?, strays: [TreePath]) {
    if !work.isEmpty {
      if !work.written.isEmpty { _ = try stage(work.written, in: repository) { _, _ in () } }
      try context.failures(.treeStaged)
      try begin()
      try move(work)
      try context.failures(.layoutMoved)
    }
    return try result.record(in: layout.tree, taken: began)
  }

  /// Writes files to the staging folder, and returns a note for each.
  func stage<Note: Sendable>(
    _ files: [TreeListing.Item],
    in repository: borrowing Repository,
    noting note: @Sendable (_ folder: Int32, _ name: String) -> Note
  ) throws -> [Note] {
    context.progress("checking out \(files.count) files")
    do {
      return try repository.write(
        TreeListing(checked: files),
        into: layout.staging,
        noting: note
      )
    } catch {
      // Nothing has moved yet, and incomplete files are useless.
      try? LocalFile.removeAll(layout.staging)
      throw error
    }
  }

  /// Notes the tree that will be checked out.
  func begin() throws {
    try finalCheck()
    try StagedReplacement(path: layout.pending, staging: "\(layout.pending).new")
      .replace(with: Array("\(tree.hex)\n".utf8))
    try context.failures(.layoutBegun)
  }

  private func move(_ work: LayoutWork) throws {
    for path in work.removed {
      let place = "\(layout.tree)/\(path)"
      try LocalFile.remove(place)
      LocalFile.removeEmptyDirectories(from: LocalFile.parent(of: place), below: layout.tree)
    }
    for path in work.removedFolders {
      LocalFile.removeEmptyDirectories(from: "\(layout.tree)/\(path)", below: layout.tree)
    }
    var folders = LayoutFolders(root: layout.tree)
    for path in work.madeFolders { try folders.make(path) }
    for item in work.written {
      try folders.make(item.path.parent)
      try LocalFile.move("\(layout.staging)/\(item.path)", to: "\(layout.tree)/\(item.path)")
      try context.failures(.fileLaidOut)
    }
  }
}
