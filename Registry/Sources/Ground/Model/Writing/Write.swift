import Base
import Git

/// One attempt at a write, from the first object to reading it back, under the lock.
struct Write {
  let plan: WritePlan
  let base: WriteBase
  let files: WriteFiles
  let context: WriteContext
  let signing: GitSigning

  /// Returns the commit that was made or restored, or the branch's newest commit if only tags were
  /// created; `nil` if another git had moved the branch, in which case nothing has changed.
  ///
  /// - Parameter index: The lock on the index, if the branch is checked out. It is released when
  ///   the index matches the branch, and kept if another git had moved the branch. If the branch was
  ///   moved and the rest fails, it is left behind for the repair.
  func run(
    in workspace: borrowing Workspace,
    holding index: inout IndexLock?
  ) throws -> ObjectID? {
    var prepared: Prepared
    var pack: KeptPack?
    do {
      prepared = try prepare(in: workspace.repository)
      pack = try workspace.repository.keptPack(of: prepared.new)
    } catch let error as OperationError where error.code == .notFound {
      // An object that was there without a reference to it, such as of a commit that was undone, was
      // not stored again, and may be gone since.
      prepared = try prepare(in: workspace.repository)
      pack = try workspace.repository.keptPack(of: prepared.new)
    }
    let note = prepared.note
    let noteFile = StagedReplacement(path: files.note, staging: "\(files.note).new")
    try noteFile.stage(Array(note.text.utf8))
    do {
      let new = try pack?.files ?? []
      try workspace.repository.syncObjects(prepared.present, with: new + [noteFile.staging])
      try pack?.moveIntoPlace()
      try context.failures(.objectsSynced)
    } catch {
      try noteFile.discard()
      throw error
    }
    try noteFile.moveIntoPlace()
    try LocalFile.sync(all: [noteFile.folder, pack?.folder].compactMap(\.self))
    do {
      try context.failures(.noteWritten)
      if note.movesBranch { try moveBranch(note, in: workspace.repository) }
    } catch {
      let hasMoved = (error as? OperationError)?.code == .moved
      if try !hasMoved && isRecorded(note, in: workspace.repository) {
        // The branch was moved but could not be synced. Nothing is derived from it, and the note
        // stays, whether or not another git has committed on top.
        pack.take()?.leave()
        throw notFinished(note, error, leaving: index.take())
      }
      try LocalFile.remove(files.note)
      if hasMoved { return nil }
      throw error
    }
    do {
      try context.failures(.branchMoved)
      try finish(note, in: workspace, holding: &index, &pack)
    } catch {
      pack.take()?.leave()
      guard note.movesBranch else { throw error }
      throw notFinished(note, error, leaving: index.take())
    }
    return prepared.commit
  }

  private func moveBranch(_ note: WriteNote, in repository: borrowing Repository) throws {
    let lock = repository.lockPath(ofReference: note.branch)
    try Patience.whileLocked(lock, limit: context.lockLimit) {
      try repository.updateReference(
        note.branch,
        to: note.to,
        expecting: note.from == .zero ? nil : note.from,
        reason: plan.reason
      )
    }
  }

  private func isRecorded(_ note: WriteNote, in repository: borrowing Repository) throws -> Bool {
    guard note.movesBranch, let tip = try repository.resolve(note.branch) else { return false }
    return try note.happened(branchAt: tip, in: repository)
  }

  /// - Parameter index: The lock on the index, which may still be the old one. It stays as after a
  ///   kill: the next commit of anything would take back what was just recorded.
  private func notFinished(
    _ note: WriteNote,
    _ error: any Error,
    leaving index: consuming IndexLock?
  ) -> OperationError {
    let isLocked = index != nil
    if let index { index.leave() }
    return OperationError(
      .notFinished,
      "'\(plan.reason)' is recorded in commit '\(note.to.hex.prefix(12))', but tags and files are"
        + " not up to date: \(OperationError(error))",
      help: "the next command completes it, such as 'registry status'"
        + (isLocked ? "; until then git's index stays locked" : "")
    )
  }

  private func finish(
    _ note: WriteNote,
    in workspace: borrowing Workspace,
    holding index: inout IndexLock?,
    _ pack: inout KeptPack?
  ) throws {
    // A fetch may have brought the same tag in the meantime.
    for tag in note.newTags where try workspace.repository.resolve(tag.reference) != tag.id {
      let lock = workspace.repository.lockPath(ofReference: tag.reference)
      try Patience.whileLocked(lock, limit: context.lockLimit) {
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
      let lock = workspace.repository.lockPath(ofReference: tag.reference)
      try Patience.whileLocked(lock, limit: context.lockLimit) {
        try workspace.repository.deleteReference(tag.reference, expecting: tag.id)
      }
      try context.failures(.tagRemoved)
    }
    let derivation = Derivation(note, tip: note.to)
    // The working files of another branch stay as they are.
    if !note.movesBranch || base.isCheckedOut {
      try derivation.run(in: workspace.repository, context, holding: &index)
    }
    try readBack(note, derivation, at: workspace.repository.gitDirectory)
    if let pack = pack.take() { try pack.release() }
    // A git that read the index before it was replaced has tried to lock it by now, and failed.
    if let index = index.take() { try index.release() }
    try context.failures(.readBack)
    // The library does not report a lock that it could not remove.
    try AbandonedLocks(note: note, in: workspace.repository).remove(noted: files.note)
    try LocalFile.remove(files.note)
    try context.failures(.noteRemoved)
  }
}

extension Write {
  /// Checks the result in the repository, opened again.
  func readBack(_ note: WriteNote, _ derivation: Derivation, at directory: String) throws {
    let repository = try Repository.open(at: directory)
    guard let tip = try repository.resolve(note.branch),
      try repository.isAncestor(note.to, of: tip)
    else { throw lost("the branch '\(note.branch)' does not point to it") }
    let tree = try repository.commit(note.to).tree
    for file in plan.files {
      guard let entry = try repository.entry(at: file.path, in: tree),
        try repository.blob(entry.id) == file.new
      else { throw lost("'\(file.path)' has different content") }
    }
    if let folder = plan.folder,
      try repository.entry(at: folder.path, in: tree)?.id != folder.tree
    {
      throw lost("'\(folder.path)' has different content")
    }
    for tag in note.newTags where try repository.resolve(tag.reference) != tag.id {
      throw lost("the tag '\(tag.name)' points elsewhere")
    }
    for tag in note.oldTags where try repository.reference(tag.reference) != nil {
      throw lost("the tag '\(tag.name)' is still there")
    }
    guard !note.movesBranch || base.isCheckedOut else { return }
    if let path = try derivation.unfinished(in: repository).first {
      throw lost("the index has the old '\(path)'")
    }
  }

  private func lost(_ message: String) -> OperationError {
    OperationError(.notFinished, "read back, \(message)")
  }
}
