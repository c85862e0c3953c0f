package import Base
package import Git
import Versions

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

  /// The result of planning without the lock, and the commit that it was planned from.
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
      waiting: { context.progress("\($0)") }
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

extension WriteProtocol {
  /// Puts right what another git has taken back, before anything is planned: what a plan finds
  /// released, pinned or to be refused follows from the records.
  ///
  /// - Returns: Whether there was something.
  @discardableResult
  func restoreWhatWasTakenBack(
    in workspace: borrowing Workspace,
    _ files: WriteFiles
  ) throws -> Bool {
    var attempts = Attempts(context)
    var hasFound = false
    while try TakenBack.find(in: workspace) != nil {
      hasFound = true
      if try restore(in: workspace, files) { break }
      try attempts.waitForNext()
    }
    return hasFound
  }

  /// - Returns: Whether it is done; `false` if another git has moved the branch.
  private func restore(
    in workspace: borrowing Workspace,
    _ files: WriteFiles
  ) throws -> Bool {
    try withExtendedLifetime(lock(files)) {
      try Repair(files: files, context: context).run(in: workspace.repository)
      var index: IndexLock? = try workspace.repository.lockIndex(within: context.lockLimit)
      let base = try workspace.writeBase(forTags: false)
      guard let found = try TakenBack.find(in: workspace) else { return true }
      let what = try found.names(in: workspace)
      if found.isCommitted {
        let restored = try found.files(
          base,
          removing: workspace.changesPath,
          in: workspace.repository
        )
        let logs = restored.map(\.path).filter { $0.parent == workspace.releasesPath }
        let names = logs.compactMap { Workspace.component(loggedIn: $0.name)?.text }
          .joined(separator: ", ")
        let write = Write(
          plan: WritePlan(
            .commit(
              files: restored,
              message: """
                Restore releases of \(names)

                Commit \(found.old.id.hex.prefix(12)) took them back: git had read its index before they
                were written.

                """
            ),
            reason: "registry: restore releases of \(names)"
          ),
          base: base,
          files: files,
          context: context,
          signing: try context.signing(in: workspace.repository)
        )
        guard try write.run(in: workspace, holding: &index) != nil else { return false }
        context.note(
          "note: commit '\(found.old.id.hex.prefix(12))' had taken back \(what): a new commit"
            + " restores it"
        )
      } else if let held = index.take() {
        let updates = try found.indexUpdates(in: workspace.repository)
        try WorkTree(of: workspace.repository).updateIndex(updates, holding: held)
        try held.release()
        context.note(
          "note: another git had put back an index without \(what): it is up to date again"
        )
      }
      return true
    }
  }
}

/// Has git merge the packs of many writes, as its own commands do when there are too many.
///
/// Each write adds a pack, and looking for an object that is missing asks all of them. Nobody runs
/// another git in the repository of a server.
enum SmallPacks {
  /// As in git.
  private static let mostByDefault = 50

  /// Starts it in the background where it is due; git's configuration may say when, or never.
  static func merge(in repository: borrowing Repository) {
    // A repository with many packs is slower, and as good as any.
    guard let settings = try? repository.configuration(),
      let count = try? repository.unkeptPackCount(),
      count > settings["gc.autopacklimit"].flatMap(Int.init) ?? mostByDefault
    else { return }
    _ = try? GitProgram(gitDirectory: repository.commonDirectory).run(
      ["maintenance", "run", "--auto", "--quiet"],
      limit: .seconds(60)
    )
  }
}

/// Starts over whenever the branch has changed since it was read.
///
/// The branch belongs to every git, and a series of commits must not make a release fail. So the
/// time counts, as for the lock, and not the number of attempts.
struct Attempts {
  /// Made even if the time is over, because one attempt may include a build.
  private static let fewest = 5

  private let context: WriteContext
  private let start = ContinuousClock.now
  private var count = 0
  private var pause = Backoff()

  init(_ context: WriteContext) {
    self.context = context
  }

  /// Whether the branch has changed during an attempt.
  var areRepeated: Bool { count > 0 }

  /// Whether long work is done again without the lock, so that no other process waits for it.
  var mayLeaveLock: Bool { count < 2 }

  /// Whether to release what others wait for, because holding it has not helped for a while.
  var giveWay: Bool { count.isMultiple(of: Self.fewest) }

  /// Waits before the next attempt.
  ///
  /// - Throws: ``OperationError/Code/locked`` if there is no further attempt.
  mutating func waitForNext() throws(OperationError) {
    count += 1
    guard count < Self.fewest || ContinuousClock.now < start + context.lockLimit else {
      throw OperationError(
        .locked,
        "the branch kept changing (\(count) attempts)",
        help: "try again later"
      )
    }
    if count == 1 { context.progress("the branch has changed, starting again") }
    pause.wait()
  }
}

/// A command that plans its one commit first, then makes it or only shows it.
package protocol WritingOperation: Sendable {
  associatedtype Result: WritingResult

  var context: WriteContext { get }
  /// The name of the task, for waiting processes.
  var task: String { get }
  /// Whether it works without working files; most commands need them.
  var allowsBareRepository: Bool { get }
  /// Whether only tags are created and no branch moves, which is possible in nearly any state of
  /// the repository.
  var isTagging: Bool { get }
  /// Whether planning may build and compare, for which other processes should not have to wait.
  var takesLong: Bool { get }
  /// Whether ``target(at:in:)`` returns a branch.
  var hasTarget: Bool { get }

  /// The branch that gets the commit, if it is not the one that is checked out.
  ///
  /// - Parameter tip: The commit that is checked out, on which the branch starts.
  /// - Throws: If there is such a branch and it must not change.
  func target(at tip: ObjectID, in workspace: borrowing Workspace) throws -> TargetBranch?

  /// Plans the write, or throws the reason against it; nothing is written.
  func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result
}

/// The result of a write request.
package protocol WritingResult: Sendable {
  /// `nil` if nothing has to be written.
  var plan: WritePlan? { get }
  /// The commit that was made, or that the branch has gone back to.
  var commit: ObjectID? { get set }
}

extension WritingOperation {
  package var allowsBareRepository: Bool { false }
  package var isTagging: Bool { false }
  package var takesLong: Bool { false }
  package var hasTarget: Bool { false }

  package func target(
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> TargetBranch? { nil }

  /// Performs it, or throws and leaves everything unchanged.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors { try WriteProtocol(operation: self).run(in: workspace) }
  }

  /// The result that ``run(in:)`` would have now; nothing is written.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors { try WriteProtocol(operation: self).preview(in: workspace) }
  }
}
