package import Errors
import Files
package import Git
import GitValues
import Workspace

/// Completes what a killed run began; only for the holder of the ``FileLock``.
struct Repair {
  let notePath: String
  let context: WriteContext

  /// Brings the repository to the state before or after the interrupted write.
  func run(in repository: borrowing Repository) throws {
    guard let content = try LocalFile.read(notePath) else {
      try repository.removeAbandonedPacks()
      return try repository.removeAbandonedIndexLocks()
    }
    let note = try WriteNote(reading: content, at: notePath)
    try AbandonedLocks(note: note, in: repository).remove(noted: notePath)
    try context.failures(.locksRemoved)
    if let tip = try repository.resolve(note.branch),
      try note.happened(branchAt: tip, in: repository)
    {
      // Nothing derived from the branch may outlast it in a power cut.
      if note.movesBranch { try repository.syncReference(note.branch) }
      for tag in note.newTags { try restore(tag, in: repository) }
      for tag in note.oldTags where try repository.resolve(tag.reference) == tag.id {
        try repository.deleteReference(tag.reference, expecting: tag.id)
      }
      try derive(note, branchAt: tip, in: repository)
    }
    // Kept until here: the tags lead to some of its objects.
    try repository.removeAbandonedPacks()
    try context.failures(.repairDerived)
    // Kept until here: no commit may begin from an index that is still the old one.
    try repository.removeAbandonedIndexLocks()
    try LocalFile.remove(notePath)
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
    } catch let error where error.code != .inputOutput {
      // A person may have created a conflicting tag since. A missing tag is not a fault, and must
      // not prevent the rest of the repair.
      return
    }
  }

  private func derive(
    _ note: WriteNote,
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
    try derive(note, branchAt: tip, for: Repository.open(at: directory))
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
  /// three files.
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
          waiting: context.progress
        )
      ) { _ in
        guard files.haveLeftovers else { return false }
        try Repair(notePath: files.note, context: context).run(in: self)
        return true
      }
    }
  }
}
