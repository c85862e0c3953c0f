import Base
import Git

/// The only way in which a repository is written to, so that a crash, a power cut or another
/// process leaves all of a write or none of it.
///
/// Documentation/reference/write-protocol.md explains each step.
struct WriteProtocol<Operation: WritingOperation>: Sendable {
  let operation: Operation

  var context: WriteContext { operation.context }

  /// Plans, writes and reads back; plans again whenever the branch has moved.
  ///
  /// - Returns: The last plan's result, with the commit that was made or restored.
  func run(in workspace: borrowing Workspace) throws -> Operation.Result {
    // What nothing refers to may be removed by git at any time: it is on the disk only in the pack of
    // the write, which git keeps.
    try workspace.repository.storeInMemory()
    defer { try? workspace.repository.forgetMemory() }
    let files = WriteFiles(workspace.repository)
    var attempts = Attempts(context)
    try restoreWhatWasTakenBack(in: workspace, files)
    while true {
      do {
        if operation.takesLong { try waitUntilQuiet(in: workspace, files) }
        let early = try earlyPlan(in: workspace, files)
        // There is nothing to write, and no process that could be writing just that.
        if let early, early.result.plan == nil { return early.result }
        let written = try withExtendedLifetime(lock(files)) {
          try write(early, in: workspace, files, &attempts)
        }
        if let written {
          SmallPacks.merge(in: workspace.repository)
          return written
        }
        try attempts.waitForNext()
      } catch let error as OperationError where Self.mayBeTakenBack(error) {
        guard try restoreWhatWasTakenBack(in: workspace, files) else { throw error }
        try attempts.waitForNext()
      }
    }
  }

  /// Long work begins when no other process writes, and what a killed one left is repaired.
  private func waitUntilQuiet(in workspace: borrowing Workspace, _ files: WriteFiles) throws {
    guard !files.areQuiet else { return }
    try withExtendedLifetime(lock(files)) {
      try Repair(files: files, context: context).run(in: workspace.repository)
    }
  }

  /// Writes what was planned before the lock was taken, or else plans now.
  ///
  /// - Returns: `nil` if it has to be planned again without the lock first.
  private func write(
    _ early: EarlyPlan?,
    in workspace: borrowing Workspace,
    _ files: WriteFiles,
    _ attempts: inout Attempts
  ) throws -> Operation.Result? {
    try context.failures(.lockTaken)
    try Repair(files: files, context: context).run(in: workspace.repository)
    try context.failures(.repaired)
    var index: IndexLock?
    while true {
      // A series of commits would move the branch in every attempt: each of them begins with the
      // index.
      if attempts.areRepeated, index == nil {
        index = try lockIndex(for: writeBase(in: workspace), in: workspace)
      }
      let base = try writeBase(in: workspace)
      var result: Operation.Result
      if let early, early.tip == base.tip, early.target == base.target {
        result = early.result
      } else if operation.takesLong, attempts.mayLeaveLock {
        return nil
      } else {
        do {
          result = try self.plan(from: base, in: workspace)
        } catch {
          // The error may come from a commit of another git that is half written.
          guard try workspace.currentHead().tip != base.tip else { throw error }
          try attempts.waitForNext()
          continue
        }
      }
      try context.failures(.planned)
      guard let plan = result.plan else { return result }
      if index == nil, plan.movesBranch { index = try lockIndex(for: base, in: workspace) }
      if try workspace.currentHead().tip == base.tip {
        let write = Write(
          plan: plan,
          base: base,
          files: files,
          context: context.dated(as: base.target),
          signing: try context.signing(in: workspace.repository)
        )
        if let commit = try write.run(in: workspace, holding: &index) {
          result.commit = commit
          return result
        }
      }
      if attempts.giveWay { index = nil }
      try attempts.waitForNext()
    }
  }

  /// Locks the index if the branch is checked out, so that no git can begin a commit.
  ///
  /// A commit from the old index would undo what the branch has got since.
  private func lockIndex(
    for base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> IndexLock? {
    guard base.isCheckedOut, !operation.isTagging else { return nil }
    return try workspace.repository.lockIndex(within: context.lockLimit)
  }

  /// The result that ``run(in:)`` would have now; nothing is written.
  func preview(in workspace: borrowing Workspace) throws -> Operation.Result {
    // A workspace whose objects are in memory can never write, so not for the preview before a write.
    if context.isDryRun { try workspace.repository.storeInMemory() }
    if let note = try workspace.noteOnWhatWasTakenBack() { context.note(note) }
    return try plan(from: writeBase(in: workspace), in: workspace)
  }

  /// Whether something that another git has taken back would be refused like this.
  private static func mayBeTakenBack(_ error: OperationError) -> Bool {
    [.uncommittedChanges, .tagExists].contains(error.code)
  }

  private func writeBase(in workspace: borrowing Workspace) throws -> WriteBase {
    guard operation.hasTarget else {
      return try workspace.writeBase(
        forTags: operation.isTagging,
        allowsBare: operation.allowsBareRepository
      )
    }
    // The checkout stays as it is, whatever its state.
    var base = try workspace.writeBase(forTags: true)
    base.target = try operation.target(at: base.tip, in: workspace)
    return base
  }

  /// What was planned without the lock, and the commit that it was planned from.
  private typealias EarlyPlan = (result: Operation.Result, tip: ObjectID, target: TargetBranch?)

  /// The plan or the refusal, if it is certain without the lock, so that a refusal does not even
  /// leave a lock file.
  ///
  /// During a write of another process, the working files may look changed.
  private func earlyPlan(
    in workspace: borrowing Workspace,
    _ files: WriteFiles
  ) throws -> EarlyPlan? {
    guard files.areQuiet else { return nil }
    let before = try workspace.currentHead()
    do {
      let base = try writeBase(in: workspace)
      let result = try plan(from: base, in: workspace)
      return files.areQuiet ? (result, base.tip, base.target) : nil
    } catch {
      guard files.areQuiet, try workspace.currentHead() == before else { return nil }
      throw error
    }
  }

  private func plan(
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Operation.Result {
    let result = try operation.plan(base, in: workspace)
    if let plan = result.plan {
      try WriteCheck(plan: plan, base: base, context: context).run(in: workspace)
    }
    return result
  }

  func lock(_ files: WriteFiles) throws -> FileLock {
    try FileLock.take(
      at: files.lock,
      for: operation.task,
      limit: context.lockLimit,
      includesPrograms: true,
      waiting: context.progress
    )
  }
}

/// The protocol's own files in the git directory.
struct WriteFiles: Sendable {
  let lock: String
  let note: String
  /// The note of a write to this working tree that was completed elsewhere, without its files.
  let postponed: String
  /// Git's index, beside which its lock is.
  private let index: String

  init(_ repository: borrowing Repository) {
    lock = "\(repository.commonDirectory)/registry.lock"
    note = "\(repository.commonDirectory)/registry.note"
    postponed = Self.postponed(in: repository.gitDirectory)
    index = repository.indexPath
  }

  /// - Parameter directory: The git directory of a working tree.
  static func postponed(in directory: String) -> String { "\(directory)/registry.postponed" }

  /// Whether a process is writing, or was killed while it did.
  var haveLeftovers: Bool {
    LocalFile.kind(at: note) != nil || LocalFile.kind(at: postponed) != nil
      || IndexLock.hasTraces(index)
  }

  /// Whether no process is writing, and none was killed while it did.
  var areQuiet: Bool { !haveLeftovers && !FileLock.isHeld(at: lock) }
}
