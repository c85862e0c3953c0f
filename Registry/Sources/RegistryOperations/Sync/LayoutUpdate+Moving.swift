import Git

extension LayoutUpdate {
  /// Lays out the whole tree where there is none.
  func layOut(
    _ work: LayoutWork,
    _ result: LayoutResult,
    in repository: borrowing Repository
  ) throws -> (LayoutRecord?, strays: [TreePath]) {
    try stage(work, in: repository)
    try LocalFile.makeDirectory(layout.staging)
    var folders = LayoutFolders(root: layout.staging)
    for path in work.madeFolders { try folders.make(path) }
    // Nobody knows of these files yet: who changes one from now on gives it another stamp.
    let record = try result.record(ofNew: layout.staging)
    try begin()
    try LocalFile.move(layout.staging, to: layout.tree)
    try context.failures(.layoutMoved)
    return (record, [])
  }

  /// Changes what is laid out, where there is something to change.
  func update(
    _ work: LayoutWork,
    _ result: LayoutResult,
    _ began: Int,
    in repository: borrowing Repository
  ) throws -> (LayoutRecord?, strays: [TreePath]) {
    if !work.isEmpty {
      try stage(work, in: repository)
      try begin()
      try move(work)
      try context.failures(.layoutMoved)
    }
    return try result.record(in: layout.tree, taken: began)
  }

  /// Writes the files beside the tree.
  private func stage(_ work: LayoutWork, in repository: borrowing Repository) throws {
    if !work.written.isEmpty {
      context.progress("laying out \(work.written.count) files")
      do {
        try SharedCheckout(
          listing: TreeListing(checked: work.written),
          directory: layout.staging
        ).run(in: repository)
      } catch {
        // Nothing has moved yet, and what is half written is of no use.
        try? LocalFile.removeAll(layout.staging)
        throw error
      }
    }
    try context.failures(.treeStaged)
  }

  /// Notes what is going to be laid out.
  private func begin() throws {
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
