import Files
import Git
import GitValues

/// Completes what a killed run began; only for the holder of the ``FileLock``.
struct Repair {
  let notePath: String
  let context: WriteContext

  /// Brings the repository to the state before or after the interrupted write.
  func run(in repository: borrowing Repository) throws {
    try repository.removeAbandonedIndexLocks()
    try ObjectQuarantine.removeAbandoned(in: repository)
    guard let content = try LocalFile.read(notePath) else { return }
    let note = try WriteNote(reading: String(decoding: content, as: UTF8.self), at: notePath)
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
    try context.failures(.repairDerived)
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
    let derivation = Derivation(note, tip: tip)
    if note.workingTree == repository.workingTreeName {
      guard case .branch(note.branch, _) = try repository.head() else { return }
      var index: IndexLock?
      try derivation.run(in: repository, context, holding: &index)
      if let index { try index.release() }
      return
    }
    // Another working tree of this repository; if it no longer exists, nothing in it has to be
    // repaired.
    let directory = "\(repository.commonDirectory)/\(note.workingTree)"
    guard LocalFile.kind(at: "\(directory)/HEAD") == .file else { return }
    let other = try Repository.open(at: directory)
    guard case .branch(note.branch, _) = try other.head() else { return }
    var index: IndexLock?
    try derivation.run(in: other, context, holding: &index)
    if let index { try index.release() }
  }
}
