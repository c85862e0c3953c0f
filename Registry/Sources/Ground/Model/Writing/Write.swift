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
    try LockWait.whileLocked(lock, limit: context.lockLimit) {
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
      try LockWait.whileLocked(lock, limit: context.lockLimit) {
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
      try LockWait.whileLocked(lock, limit: context.lockLimit) {
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
      let content = try repository.entry(at: file.path, in: tree).map { try repository.blob($0.id) }
      guard content == file.new else { throw lost("'\(file.path)' has different content") }
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

extension Write {
  /// The objects of a write, in memory.
  struct Prepared {
    let note: WriteNote
    let commit: ObjectID
    /// The objects that may be in no other place.
    var new: [ObjectID] = []
    /// The objects beside these that must be synced before anything leads to them.
    let present: [ObjectID]
  }

  /// Stores all objects, to which nothing refers yet.
  func prepare(in repository: borrowing Repository) throws -> Prepared {
    switch plan.goal {
    case .goBack(let commit, let tags):
      var note = note(in: repository, to: commit)
      note.oldTags = tags.map { WriteNote.TagChange(name: $0.name, id: $0.id) }
      // Nothing leads to the commit that is left, from which index and files are derived.
      let old = try repository.newTreeObjects(
        from: repository.commit(commit).tree,
        to: base.tree
      )
      return Prepared(
        note: note,
        commit: commit,
        new: [base.tip] + old,
        present: plan.reliesOn + [commit]
      )
    case .tag(let tags):
      var note = note(in: repository, to: base.tip)
      note.newTags = try tags.compactMap { tag in
        try tag.commit.map { try write(tag, of: $0, in: repository) }
      }
      return Prepared(note: note, commit: base.tip, new: note.newTags.map(\.id), present: [])
    case .snapshot(let tree, let message, let tag):
      let commit = try writeCommit(tree, message, in: repository)
      var note = note(in: repository, to: base.tip)
      note.newTags = [try write(tag, of: repository.commit(commit), in: repository)]
      try context.failures(.commitWritten)
      let new = try repository.newTreeObjects(from: base.tree, to: tree)
      return Prepared(
        note: note,
        commit: commit,
        new: [commit] + new + note.newTags.map(\.id),
        present: plan.reliesOn + [base.tip]
      )
    case .commit(let files, let message, let tags):
      var edits: [(path: TreePath, edit: TreeEdit)] = []
      let tree = try moved(base.tree, in: repository)
      for file in files {
        guard let new = file.new else {
          edits.append((file.path, .remove))
          continue
        }
        let mode = try repository.entry(at: file.path, in: tree)?.mode ?? .file
        edits.append((file.path, .put(try repository.writeBlob(new), mode)))
      }
      if let folder = plan.folder {
        edits.append((folder.path, .put(try write(folder, in: repository), .tree)))
      }
      try context.failures(.blobsWritten)
      let commit = try writeCommit(repository.edit(tree, edits), message, in: repository)
      var note = note(in: repository, to: commit)
      note.moves = plan.moves.map(\.folder)
      let made = try repository.commit(commit)
      note.newTags = try tags.map { try write($0, of: $0.commit ?? made, in: repository) }
      try context.failures(.commitWritten)
      let new =
        try repository.newTreeObjects(
          from: base.tree,
          to: tree,
          passingOver: Set(plan.moves.map(\.tree))
        ) + repository.newTreeObjects(from: tree, to: made.tree)
      return Prepared(
        note: note,
        commit: commit,
        new: [commit] + new + note.newTags.map(\.id),
        present: plan.reliesOn + [base.tip]
      )
    }
  }

  /// The tree after the planned moves.
  private func moved(
    _ tree: ObjectID,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    if plan.moves.isEmpty { return tree }
    let edits = plan.moves.flatMap { move -> [(path: TreePath, edit: TreeEdit)] in
      [(move.folder.from, .remove), (move.folder.to, .put(move.tree, .tree))]
    }
    return try repository.edit(tree, edits)
  }

  private func write(
    _ folder: PlannedFolder,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for file in folder.files {
      let blob = try repository.writeBlob(file.content)
      edits.append((file.path, .put(blob, file.mode)))
    }
    let tree = try repository.edit(.emptyTree, edits)
    guard tree == folder.tree else {
      throw OperationError(
        .other,
        "the folder '\(folder.path)' became the tree '\(tree)', expected '\(folder.tree)'"
      )
    }
    return tree
  }

  private func writeCommit(
    _ tree: ObjectID,
    _ message: String,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    var (author, committer) = try context.signatures(at: context.clock(), in: repository)
    if base.target != nil { committer = try TargetBranch.committer(committer) }
    let text = try repository.commitText(
      tree: tree,
      parents: [base.tip],
      author: author,
      committer: committer,
      message: message
    )
    return try repository.write(
      text,
      signature: signing.signature(of: text, isTag: false, named: "the commit")
    )
  }

  private func write(
    _ tag: PlannedTag,
    of commit: Commit,
    in repository: borrowing Repository
  ) throws -> WriteNote.TagChange {
    let text = try repository.tagText(
      tag.name,
      target: commit.id,
      tagger: commit.committer,
      message: tag.message
    )
    let id = try repository.write(
      text,
      signature: signing.signature(of: text, isTag: true, named: "the tag '\(tag.name)'")
    )
    return WriteNote.TagChange(name: tag.name, id: id)
  }

  private func note(in repository: borrowing Repository, to commit: ObjectID) -> WriteNote {
    WriteNote(
      workingTree: base.target == nil ? repository.workingTreeName : nil,
      branch: base.target?.name ?? base.branch,
      from: base.target.map { $0.old ?? .zero } ?? base.tip,
      to: commit
    )
  }
}

/// Waits for git's locks.
enum LockWait {
  /// The longest time that one lock may stay: git holds each briefly, and one that stays belongs to
  /// a killed git.
  private static let longestHold: Duration = .seconds(3)

  /// - Parameters:
  ///   - lock: The path of the lock. While it passes from one git to the next, the wait continues.
  ///   - limit: For the whole wait.
  static func whileLocked<Result: ~Copyable>(
    _ lock: String,
    limit: Duration,
    _ body: () throws -> Result
  ) throws -> Result {
    let start = ContinuousClock.now
    var holder = (lock: FileStamp.glance(lock), since: start)
    var pause = Backoff()
    while true {
      do {
        return try body()
      } catch let error as OperationError where error.code == .locked {
        let now = ContinuousClock.now
        let found = FileStamp.glance(lock)
        if found != holder.lock { holder = (found, now) }
        guard now < start + limit, now < holder.since + longestHold else { throw error }
        pause.wait()
      }
    }
  }
}

extension Repository {
  /// Takes git's lock on the index as soon as it is free.
  ///
  /// - Throws: ``OperationError/Code/locked`` if another git keeps it, as a `git commit -a` with an open
  ///   editor does.
  func lockIndex(within limit: Duration) throws -> IndexLock {
    try LockWait.whileLocked(indexLockPath, limit: limit) { try lockIndex() }
  }
}
