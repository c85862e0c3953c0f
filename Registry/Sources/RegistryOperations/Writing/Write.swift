import Git

/// One attempt at a write, from the first object to reading it back; the lock is held meanwhile.
struct Write {
  let plan: WritePlan
  let base: WriteBase
  let files: WriteFiles
  let context: WriteContext

  /// Returns the commit that the branch leads to now; nothing if the branch was moved by another
  /// git before, in which case all is as it was.
  func run(in workspace: borrowing Workspace) throws -> ObjectID? {
    let note: WriteNote
    switch plan.goal {
    case .snapshot(let tree, let message, let tag):
      return try tagged(tree, message, tag, in: workspace.repository)
    case .goBack(let commit, let tags):
      note = try prepareGoingBack(to: commit, removing: tags, in: workspace.repository)
    case .commit(let files, let message, let tags):
      note = try prepareCommit(files, message, tags, in: workspace.repository)
    }
    try LocalFile.replace(
      files.note,
      with: Array(note.text.utf8),
      staging: "\(files.note).new"
    )
    var syncFailure: (any Error)?
    do {
      try context.failures(.noteWritten)
      try Patience.whileLocked {
        try workspace.repository.updateReference(
          note.branch,
          to: note.to,
          expecting: note.from,
          reason: plan.reason
        )
      }
    } catch {
      let now = try workspace.repository.resolve(note.branch)
      if now != note.to {
        try LocalFile.remove(files.note)
        if (error as? GitError)?.code == .moved { return nil }
        throw error
      }
      // It was moved and could not be synced: it is there, and nobody may be told that it stays.
      syncFailure = error
    }
    do {
      try context.failures(.branchMoved)
      try finish(note, in: workspace)
      if let syncFailure { throw syncFailure }
    } catch {
      let error = OperationError(error)
      throw OperationError(
        .notFinished,
        "'\(plan.reason)' is recorded in commit '\(note.to.hex.prefix(12))', but not all that"
          + " follows from it is done: \(error)",
        help: "the next command that writes finishes it"
      )
    }
    return note.to
  }

  private func finish(_ note: WriteNote, in workspace: borrowing Workspace) throws {
    for tag in note.newTags {
      try Patience.whileLocked {
        try workspace.repository.updateReference(
          tag.reference,
          to: tag.id,
          expecting: nil,
          reason: plan.reason
        )
      }
      try context.failures(.tagMade)
    }
    for tag in note.oldTags {
      try Patience.whileLocked {
        try workspace.repository.deleteReference(tag.reference, expecting: tag.id)
      }
      try context.failures(.tagRemoved)
    }
    let derivation = Derivation(from: note.from, to: note.to, tip: note.to)
    try derivation.run(in: workspace.repository, context.failures)
    try readBack(note, derivation, at: workspace.repository.gitDirectory)
    try context.failures(.readBack)
    try LocalFile.remove(files.note)
    try context.failures(.noteRemoved)
  }

  /// Looks with fresh eyes: at a repository that is opened anew.
  private func readBack(_ note: WriteNote, _ derivation: Derivation, at directory: String) throws {
    let repository = try Repository.open(at: directory)
    var graph = CommitGraph()
    guard let tip = try repository.resolve(note.branch),
      try repository.isAncestor(note.to, of: tip, graph: &graph)
    else { throw lost("the branch '\(note.branch)' does not lead to it") }
    let tree = try repository.commit(note.to).tree
    for file in plan.files {
      guard let entry = try repository.entry(at: file.path, in: tree),
        try repository.blob(entry.id) == file.new
      else { throw lost("'\(file.path)' reads otherwise") }
    }
    for tag in note.newTags where try repository.resolve(tag.reference) != tag.id {
      throw lost("the tag '\(tag.name)' leads elsewhere")
    }
    for tag in note.oldTags where try repository.reference(tag.reference) != nil {
      throw lost("the tag '\(tag.name)' is still there")
    }
    if let path = try derivation.unfinished(in: repository).first {
      throw lost("the index has the old '\(path)'")
    }
  }

  func lost(_ message: String) -> OperationError {
    OperationError(.notFinished, "read back, \(message)")
  }
}
