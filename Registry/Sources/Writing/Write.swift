import Files
import Git
import GitValues
import Workspace

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
  ///   the index matches the branch, and kept if another git had moved the branch.
  func run(
    in workspace: borrowing Workspace,
    holding index: inout IndexLock?
  ) throws -> ObjectID? {
    // Opened for this attempt: a quarantine directory cannot be removed from an open repository,
    // and each one slows down reading.
    let store = try Repository.open(at: workspace.repository.gitDirectory)
    let quarantine = try ObjectQuarantine(in: store)
    let (note, commit, objects) = try quarantine.collect { try prepare(in: store) }
    let noteFile = StagedReplacement(path: files.note, staging: "\(files.note).new")
    try noteFile.stage(Array(note.text.utf8))
    do {
      let released = try quarantine.release()
      try store.syncObjects(objects, released: released, with: noteFile.staging)
      try context.failures(.objectsSynced)
    } catch {
      try noteFile.discard()
      throw error
    }
    try noteFile.moveIntoPlace()
    try LocalFile.sync(all: [noteFile.folder])
    do {
      try context.failures(.noteWritten)
      if note.movesBranch { try moveBranch(note, in: workspace.repository) }
    } catch {
      let hasMoved = (error as? GitError)?.code == .moved
      if try !hasMoved && isRecorded(note, in: workspace.repository) {
        // The branch was moved but could not be synced. Nothing is derived from it, and the note
        // stays, whether or not another git has committed on top.
        throw notFinished(note, error)
      }
      try LocalFile.remove(files.note)
      if hasMoved { return nil }
      throw error
    }
    do {
      try context.failures(.branchMoved)
      try finish(note, in: workspace, holding: &index)
    } catch {
      guard note.movesBranch else { throw error }
      throw notFinished(note, error)
    }
    return commit
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

  private func notFinished(_ note: WriteNote, _ error: any Error) -> OperationError {
    OperationError(
      .notFinished,
      "'\(plan.reason)' is recorded in commit '\(note.to.hex.prefix(12))', but tags and files are"
        + " not up to date: \(OperationError(error))",
      help: "the next command that writes completes it"
    )
  }

  /// Stores all objects, to which nothing refers yet, and returns those that must be synced before
  /// anything does.
  private func prepare(
    in repository: borrowing Repository
  ) throws -> (note: WriteNote, commit: ObjectID, objects: [ObjectID]) {
    switch plan.goal {
    case .goBack(let commit, let tags):
      var note = note(in: repository, to: commit)
      note.oldTags = tags.map { WriteNote.TagChange(name: $0.name, id: $0.id) }
      return (note, commit, plan.reliesOn + [commit])
    case .tag(let tags):
      var note = note(in: repository, to: base.tip)
      note.newTags = try tags.compactMap { tag in
        try tag.commit.map { try write(tag, of: $0, in: repository) }
      }
      return (note, base.tip, note.newTags.map(\.id))
    case .snapshot(let tree, let message, let tag):
      let commit = try writeCommit(tree, message, in: repository)
      var note = note(in: repository, to: base.tip)
      note.newTags = [try write(tag, of: repository.commit(commit), in: repository)]
      try context.failures(.commitWritten)
      return (note, commit, plan.reliesOn + [base.tip, commit] + note.newTags.map(\.id))
    case .commit(let files, let message, let tags):
      var edits: [(path: TreePath, edit: TreeEdit)] = []
      let tree = try moved(base.tree, in: repository)
      for file in files {
        let mode = try repository.entry(at: file.path, in: tree)?.mode ?? .file
        edits.append((file.path, .put(try repository.writeBlob(file.new), mode)))
      }
      if let folder = plan.folder {
        edits.append((folder.path, .put(try write(folder, in: repository), .tree)))
      }
      try context.failures(.blobsWritten)
      let commit = try writeCommit(repository.edit(tree, edits), message, in: repository)
      var note = note(in: repository, to: commit)
      note.move = plan.move?.folder
      let made = try repository.commit(commit)
      note.newTags = try tags.map { try write($0, of: $0.commit ?? made, in: repository) }
      try context.failures(.commitWritten)
      let new = try repository.newObjects(in: commit, since: base.tip)
      return (note, commit, plan.reliesOn + new + [base.tip] + note.newTags.map(\.id))
    }
  }

  /// The tree after the planned move.
  private func moved(
    _ tree: ObjectID,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    guard let move = plan.move else { return tree }
    return try repository.edit(
      tree,
      [(move.folder.from, .remove), (move.folder.to, .put(move.tree, .tree))]
    )
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
      workingTree: repository.workingTreeName,
      branch: base.target?.name ?? base.branch,
      from: base.target.map { $0.old ?? .zero } ?? base.tip,
      to: commit
    )
  }

  private func finish(
    _ note: WriteNote,
    in workspace: borrowing Workspace,
    holding index: inout IndexLock?
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
    // A git that read the index before it was replaced has tried to lock it by now, and failed.
    if let index = index.take() { try index.release() }
    try context.failures(.readBack)
    // The library does not report a lock that it could not remove.
    try AbandonedLocks(note: note, in: workspace.repository).remove(noted: files.note)
    try LocalFile.remove(files.note)
    try context.failures(.noteRemoved)
  }
}
