package import Base
package import Git

/// Completes what a killed run began; only for the holder of the ``FileLock``.
struct Repair {
  let files: WriteFiles
  let context: WriteContext

  /// Brings the repository to the state before or after the interrupted write.
  func run(in repository: borrowing Repository) throws {
    if let content = try LocalFile.read(files.postponed) {
      let note = try WriteNote(reading: content, at: files.postponed)
      if let tip = try tip(after: note, in: repository) {
        try derive(note, branchAt: tip, for: repository)
      }
      try LocalFile.remove(files.postponed)
    }
    let content = try LocalFile.read(files.note)
    if let content {
      try complete(WriteNote(reading: content, at: files.note), content, in: repository)
    }
    // Kept until here: the tags lead to some of its objects.
    try repository.removeAbandonedPacks()
    if content != nil { try context.failures(.repairDerived) }
    // Kept until here: no commit may begin from an index that is still the old one.
    try repository.removeAbandonedIndexLocks(
      except: { LocalFile.exists(WriteFiles.postponed(in: $0)) }
    )
    try LocalFile.remove(files.note)
  }

  private func complete(
    _ note: WriteNote,
    _ content: [UInt8],
    in repository: borrowing Repository
  ) throws {
    try AbandonedLocks(note: note, in: repository).remove(noted: files.note)
    try context.failures(.locksRemoved)
    guard let tip = try tip(after: note, in: repository) else { return }
    // Nothing derived from the branch may outlast it in a power cut.
    if note.movesBranch { try repository.syncReference(note.branch) }
    for tag in note.newTags { try restore(tag, in: repository) }
    for tag in note.oldTags where try repository.resolve(tag.reference) == tag.id {
      try repository.deleteReference(tag.reference, expecting: tag.id)
    }
    try derive(note, content, branchAt: tip, in: repository)
  }

  /// The newest commit of the branch, if the write that is noted has happened.
  private func tip(
    after note: WriteNote,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    guard let tip = try repository.resolve(note.branch),
      try note.happened(branchAt: tip, in: repository)
    else { return nil }
    return tip
  }

  private func restore(_ tag: WriteNote.TagChange, in repository: borrowing Repository) throws {
    guard try repository.reference(tag.reference) == nil else { return }
    do {
      try repository.updateReference(
        tag.reference,
        to: tag.id,
        expecting: nil,
        reason: "registry: finish what was interrupted"
      )
    } catch {
      // A person may have created a conflicting tag since. A missing tag is not a fault, and must
      // not prevent the rest of the repair.
      guard error.code == .inputOutput else { return }
      throw error
    }
  }

  /// - Parameter content: The text of the note.
  private func derive(
    _ note: WriteNote,
    _ content: [UInt8],
    branchAt tip: ObjectID,
    in repository: borrowing Repository
  ) throws {
    // A new branch that is checked out by now was checked out with all of its files.
    guard let workingTree = note.workingTree, note.from != .zero else { return }
    if workingTree == repository.workingTreeName {
      return try derive(note, branchAt: tip, for: repository)
    }
    // Another working tree of this repository; if it no longer exists, nothing in it has to be
    // repaired.
    let directory = "\(repository.commonDirectory)/\(workingTree)"
    guard LocalFile.kind(at: "\(directory)/HEAD") == .file else { return }
    do {
      let checkout = try Repository.open(at: directory)
      if let folder = checkout.workingDirectory, LocalFile.kind(at: folder) != .directory {
        return try postpone(note, content, directory, because: "there is no folder '\(folder)'")
      }
      try derive(note, branchAt: tip, for: checkout)
    } catch {
      try postpone(note, content, directory, because: OperationError(error).message)
    }
  }

  /// Leaves the files of another working tree to the next command there: nothing that is wrong with
  /// them, a deleted folder or a disk that is not mounted, may prevent writes in this one.
  ///
  /// Its index stays locked until then, because a commit from it would take the write back.
  private func postpone(
    _ note: WriteNote,
    _ content: [UInt8],
    _ directory: String,
    because reason: String
  ) throws {
    let path = WriteFiles.postponed(in: directory)
    let file = StagedReplacement(path: path, staging: "\(path).new")
    try file.stage(content, isExecutable: false)
    try LocalFile.sync(all: [file.staging])
    try file.moveIntoPlace()
    try LocalFile.sync(all: [file.folder])
    let place = note.workingTree.map { TreePath(unchecked: $0).name } ?? ""
    context.note(
      "note: an interrupted run in the working tree '\(place)' is recorded, but its files are not"
        + " up to date: \(reason); the next command there completes it"
    )
  }

  /// - Parameter checkout: The repository, opened in the working tree of the note.
  private func derive(
    _ note: WriteNote,
    branchAt tip: ObjectID,
    for checkout: borrowing Repository
  ) throws {
    guard case .branch(note.branch, _) = try checkout.head() else { return }
    var index = checkout.abandonedIndexLock()
    do {
      try Derivation(note, tip: tip).run(in: checkout, context, holding: &index)
    } catch {
      if let index = index.take() { index.leave() }
      throw error
    }
    if let index = index.take() { try index.release() }
  }
}

extension Repository {
  /// Whether a killed run left work, and no process is writing.
  package var hasInterruptedWrite: Bool {
    let files = WriteFiles(self)
    return files.haveLeftovers && !FileLock.isHeld(at: files.lock)
  }

  /// Completes what a killed run left, unless a process is writing now; otherwise costs a look at
  /// four files.
  ///
  /// - Returns: Whether there was something to complete.
  @discardableResult
  package func finishInterruptedWrite(
    _ context: WriteContext = WriteContext()
  ) throws(OperationError) -> Bool {
    let files = WriteFiles(self)
    guard hasInterruptedWrite else { return false }
    return try unifyingErrors {
      try withExtendedLifetime(
        FileLock.take(
          at: files.lock,
          for: "registry",
          limit: context.lockLimit,
          includesPrograms: true,
          waiting: { context.progress("\($0)") }
        )
      ) { _ in
        guard files.haveLeftovers else { return false }
        try Repair(files: files, context: context).run(in: self)
        return true
      }
    }
  }
}
