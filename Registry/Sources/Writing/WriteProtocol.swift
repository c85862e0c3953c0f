import Errors
import Files
import Git
import GitValues
import Workspace

/// The only way in which a repository is written to, so that a crash, a power cut or another
/// process leaves all of a write or none of it.
///
/// Documentation/reference/write-protocol.md explains each step.
struct WriteProtocol: Sendable {
  /// The name of the task, for waiting processes and the reflog.
  let task: String
  let context: WriteContext
  /// Whether only tags are created and no branch moves, which is possible in nearly any state of
  /// the repository.
  var isTagging = false

  /// Whether it may commit without working files.
  var allowsBare = false

  /// Whether planning may build and compare, for which others should not have to wait.
  var takesLong = false

  /// Chooses the branch that gets the commit, from the commit that is checked out; `nil` for the
  /// checked-out branch.
  var target: (@Sendable (ObjectID, borrowing Workspace) throws -> TargetBranch?)?

  /// Plans, writes and reads back.
  ///
  /// - Parameter plan: Computes what to write from the state of the branch, without writing;
  ///   returns no plan if there is nothing to write. It is called again whenever the branch has
  ///   moved.
  /// - Returns: The last result of `plan`, and the commit that was made or restored.
  func run<Outcome>(
    in workspace: borrowing Workspace,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> (outcome: Outcome, commit: ObjectID?) {
    let files = WriteFiles(workspace.repository)
    var attempts = Attempts(context)
    while true {
      do {
        if takesLong { try waitUntilQuiet(in: workspace, files) }
        let early = try earlyPlan(in: workspace, files, plan)
        // There is nothing to write, and no process that could be writing just that.
        if let early, early.plan == nil { return (early.outcome, nil) }
        let written = try withExtendedLifetime(lock(files)) {
          try write(early, in: workspace, files, &attempts, plan)
        }
        if let written { return written }
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
      try Repair(notePath: files.note, context: context).run(in: workspace.repository)
    }
  }

  /// Writes what was planned before the lock was taken, or else plans now.
  ///
  /// - Returns: `nil` if it has to be planned again without the lock first.
  private func write<Outcome>(
    _ early: EarlyPlan<Outcome>?,
    in workspace: borrowing Workspace,
    _ files: WriteFiles,
    _ attempts: inout Attempts,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> (outcome: Outcome, commit: ObjectID?)? {
    try context.failures(.lockTaken)
    try Repair(notePath: files.note, context: context).run(in: workspace.repository)
    try context.failures(.repaired)
    var index: IndexLock?
    while true {
      // A series of commits would move the branch in every attempt: each of them begins with the
      // index.
      if attempts.areRepeated, index == nil {
        index = try lockIndex(for: writeBase(in: workspace), in: workspace)
      }
      let base = try writeBase(in: workspace)
      let planned: (plan: WritePlan?, outcome: Outcome)
      if let early, early.tip == base.tip, early.target == base.target {
        planned = (early.plan, early.outcome)
      } else if takesLong, attempts.mayLeaveLock {
        return nil
      } else {
        do {
          planned = try self.plan(from: base, in: workspace, plan)
        } catch {
          // The error may come from a commit of another git that is half written.
          guard try workspace.currentHead().tip != base.tip else { throw error }
          try attempts.waitForNext()
          continue
        }
      }
      try context.failures(.planned)
      guard let goal = planned.plan else { return (planned.outcome, nil) }
      if index == nil, goal.movesBranch { index = try lockIndex(for: base, in: workspace) }
      if try workspace.currentHead().tip == base.tip {
        let write = Write(
          plan: goal,
          base: base,
          files: files,
          context: context.dated(as: base.target),
          signing: try context.signing(in: workspace.repository)
        )
        let commit = try write.run(in: workspace, holding: &index)
        if let commit { return (planned.outcome, commit) }
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
    guard base.isCheckedOut, !isTagging else { return nil }
    return try workspace.repository.lockIndex(within: context.lockLimit)
  }

  /// The plan of what would be written.
  func preview<Outcome>(
    in workspace: borrowing Workspace,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> (plan: WritePlan?, outcome: Outcome) {
    try context.keepInMemory(in: workspace)
    do {
      return try self.plan(from: writeBase(in: workspace), in: workspace, plan)
    } catch let error as OperationError where Self.mayBeTakenBack(error) {
      if target == nil, let note = try workspace.noteOnWhatWasTakenBack() { context.note(note) }
      throw error
    }
  }

  /// Whether something that another git has taken back would be refused like this.
  private static func mayBeTakenBack(_ error: OperationError) -> Bool {
    [.uncommittedChanges, .tagExists].contains(error.code)
  }

  private func writeBase(in workspace: borrowing Workspace) throws -> WriteBase {
    guard let target else {
      return try workspace.writeBase(forTags: isTagging, allowsBare: allowsBare)
    }
    // The checkout stays as it is, whatever its state.
    var base = try workspace.writeBase(forTags: true)
    base.target = try target(base.tip, workspace)
    return base
  }

  /// What was planned without the lock, and the commit that it was planned from.
  private typealias EarlyPlan<Outcome> = (
    plan: WritePlan?, outcome: Outcome, tip: ObjectID, target: TargetBranch?
  )

  /// The plan or the refusal, if it is certain without the lock, so that a refusal does not even
  /// leave a lock file.
  ///
  /// During a write of another process, the working files may look changed.
  private func earlyPlan<Outcome>(
    in workspace: borrowing Workspace,
    _ files: WriteFiles,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> EarlyPlan<Outcome>? {
    guard files.areQuiet else { return nil }
    let before = try workspace.currentHead()
    do {
      let base = try writeBase(in: workspace)
      let planned = try self.plan(from: base, in: workspace, plan)
      guard files.areQuiet else { return nil }
      return (planned.plan, planned.outcome, base.tip, base.target)
    } catch {
      guard files.areQuiet, try workspace.currentHead() == before else { return nil }
      throw error
    }
  }

  private func plan<Outcome>(
    from base: WriteBase,
    in workspace: borrowing Workspace,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> (plan: WritePlan?, outcome: Outcome) {
    let (planned, outcome) = try plan(base)
    if let planned {
      try WriteCheck(plan: planned, base: base, context: context).run(in: workspace)
    }
    return (planned, outcome)
  }

  func lock(_ files: WriteFiles) throws -> FileLock {
    try FileLock.take(
      at: files.lock,
      for: task,
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
  /// Git's index, beside which its lock is.
  private let index: String

  init(_ repository: borrowing Repository) {
    lock = "\(repository.commonDirectory)/registry.lock"
    note = "\(repository.commonDirectory)/registry.note"
    index = repository.indexPath
  }

  /// Whether a process is writing, or was killed while it did.
  var haveLeftovers: Bool {
    LocalFile.kind(at: note) != nil || IndexLock.hasTraces(index)
  }

  /// Whether no process is writing, and none was killed while it did.
  var areQuiet: Bool { !haveLeftovers && !FileLock.isHeld(at: lock) }
}
