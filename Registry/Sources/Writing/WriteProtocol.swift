import Files
import Git
import GitValues
import Workspace

/// The one way in which anything is written to a repository, so that a crash, a power cut or
/// another process at any moment leaves all of a write or none of it.
///
/// Documentation/write-protocol.md says what each step is for.
struct WriteProtocol: Sendable {
  /// What is being done, for those who wait for it and for the reflog.
  let task: String
  let context: WriteContext
  /// Whether no branch is to be moved, only tags are made, which hardly any state of the repository stands against.
  var isTagging = false

  /// Whether it may commit where there are no working files.
  var allowsBare = false

  /// Whether planning may build and compare, which others should not have to wait for.
  var takesLong = false

  /// The branch that gets the commit, from the commit that is checked out; `nil` for that branch.
  var target: (@Sendable (ObjectID, borrowing Workspace) throws -> TargetBranch?)?

  /// Plans, writes and reads back.
  ///
  /// - Parameter plan: Works out what is to be written from the branch as it is, without writing;
  ///   nothing if there is nothing to write. It is asked again whenever the branch has moved; where
  ///   the lock is held and that would take long, it throws ``OperationError/Code/movedMeanwhile``,
  ///   and is asked again without the lock.
  /// - Returns: What `plan` returned last, and the commit that was made or gone back to.
  func run<Outcome>(
    in workspace: borrowing Workspace,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> (outcome: Outcome, commit: ObjectID?) {
    let files = WriteFiles(workspace.repository)
    var attempts = Attempts(context)
    while true {
      let early = try earlyPlan(in: workspace, files, plan)
      // Nothing to write, and no process at work that could be writing just that.
      if let early, early.plan == nil { return (early.outcome, nil) }
      do {
        return try withExtendedLifetime(lock(files)) {
          try write(early, in: workspace, files, &attempts, plan)
        }
      } catch let error as OperationError where error.code == .movedMeanwhile {
        try attempts.waitForNext()
      }
    }
  }

  /// Writes what was planned before the lock was taken, or what is planned now.
  private func write<Outcome>(
    _ early: EarlyPlan<Outcome>?,
    in workspace: borrowing Workspace,
    _ files: WriteFiles,
    _ attempts: inout Attempts,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> (outcome: Outcome, commit: ObjectID?) {
    try context.failures(.lockTaken)
    try Repair(notePath: files.note, context: context).run(in: workspace.repository)
    try context.failures(.repaired)
    var index: IndexLock?
    while true {
      // Commits that come one after the other would move the branch in every attempt: each of them
      // begins with the index.
      if attempts.areRepeated, index == nil {
        index = try lockIndex(for: writeBase(in: workspace), in: workspace)
      }
      var base = try writeBase(in: workspace)
      base.isLocked = true
      let planned: (plan: WritePlan?, outcome: Outcome)
      if let early, early.tip == base.tip, early.target == base.target {
        planned = (early.plan, early.outcome)
      } else {
        do {
          planned = try self.plan(from: base, in: workspace, plan)
        } catch {
          // What was found wrong may be half of another git's commit.
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

  /// Keeps every git from beginning a commit, if the working files are the branch's.
  ///
  /// From the index as it was, a commit would undo all that the branch has got since.
  private func lockIndex(
    for base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> IndexLock? {
    guard base.isCheckedOut, !isTagging else { return nil }
    return try workspace.repository.lockIndex(within: context.lockLimit)
  }

  /// What would be written; nothing is.
  func preview<Outcome>(
    in workspace: borrowing Workspace,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> (plan: WritePlan?, outcome: Outcome) {
    try context.keepInMemory(in: workspace)
    return try self.plan(from: writeBase(in: workspace), in: workspace, plan)
  }

  private func writeBase(in workspace: borrowing Workspace) throws -> WriteBase {
    guard let target else {
      return try workspace.writeBase(forTags: isTagging, allowsBare: allowsBare)
    }
    // What is checked out stays as it is, whatever state it is in.
    var base = try workspace.writeBase(forTags: true)
    base.target = try target(base.tip, workspace)
    return base
  }

  /// What was planned without the lock, and the commit that it was planned from.
  private typealias EarlyPlan<Outcome> = (
    plan: WritePlan?, outcome: Outcome, tip: ObjectID, target: TargetBranch?
  )

  /// The plan, or the refusal, where it is certain without the lock; so that a refusal leaves not
  /// even a lock file behind.
  ///
  /// In the middle of another's write the working files may seem to be changed, and more. What takes
  /// long is found out then too: it is remembered.
  private func earlyPlan<Outcome>(
    in workspace: borrowing Workspace,
    _ files: WriteFiles,
    _ plan: (WriteBase) throws -> (WritePlan?, Outcome)
  ) throws -> EarlyPlan<Outcome>? {
    let isQuiet = files.areQuiet
    guard isQuiet || takesLong else { return nil }
    let before = try workspace.currentHead()
    do {
      let base = try writeBase(in: workspace)
      let planned = try self.plan(from: base, in: workspace, plan)
      guard isQuiet, files.areQuiet else { return nil }
      return (planned.plan, planned.outcome, base.tip, base.target)
    } catch {
      guard isQuiet, files.areQuiet, try workspace.currentHead() == before else { return nil }
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

  private func lock(_ files: WriteFiles) throws -> FileLock {
    try FileLock.take(
      at: files.lock,
      for: task,
      limit: context.lockLimit,
      waiting: context.progress
    )
  }
}

/// The files of the git directory that the protocol keeps for itself.
struct WriteFiles: Sendable {
  let lock: String
  let note: String
  /// Git's lock on the index.
  private let index: String

  init(_ repository: borrowing Repository) {
    lock = "\(repository.commonDirectory)/registry.lock"
    note = "\(repository.commonDirectory)/registry.note"
    index = repository.indexLockPath
  }

  /// Whether somebody is writing, or was killed while they did.
  var haveLeftovers: Bool {
    LocalFile.kind(at: note) != nil || IndexLock.isMarked(index)
  }

  /// Whether no process is writing, and none was killed while it did.
  var areQuiet: Bool { !haveLeftovers && !FileLock.isHeld(at: lock) }
}
