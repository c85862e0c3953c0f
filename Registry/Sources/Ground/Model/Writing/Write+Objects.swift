import Base
import Git

extension Write {
  /// The objects of a write, in memory.
  struct Prepared {
    let note: WriteNote
    let commit: ObjectID
    /// Those that may be in no other place.
    var new: [ObjectID] = []
    /// Further ones that must be synced before anything leads to them.
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
        let mode = try repository.entry(at: file.path, in: tree)?.mode ?? .file
        edits.append((file.path, .put(try repository.writeBlob(file.new), mode)))
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
