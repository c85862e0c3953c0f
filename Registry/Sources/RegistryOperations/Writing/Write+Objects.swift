import Git

/// Storing and syncing all objects of a write, none of which anything leads to yet.
extension Write {
  func prepareGoingBack(
    to commit: ObjectID,
    removing tags: [Tag],
    in repository: borrowing Repository
  ) throws -> WriteNote {
    var note = note(in: repository, to: commit)
    note.oldTags = tags.map { WriteNote.TagChange(name: $0.name, id: $0.id) }
    try repository.syncObjects(plan.reliesOn + [commit])
    return note
  }

  func prepareCommit(
    _ files: [PlannedFile],
    _ message: String,
    _ tags: [PlannedTag],
    in repository: borrowing Repository
  ) throws -> WriteNote {
    var edits: [(path: TreePath, edit: TreeEdit)] = []
    for file in files {
      let mode = try repository.entry(at: file.path, in: base.tree)?.mode ?? .file
      edits.append((file.path, .put(try repository.writeBlob(file.new), mode)))
    }
    try context.failures(.blobsWritten)
    let (author, committer) = try context.signatures(at: context.clock(), in: repository)
    let commit = try repository.writeCommit(
      tree: try repository.edit(base.tree, edits),
      parents: [base.tip],
      author: author,
      committer: committer,
      message: message
    )
    var note = note(in: repository, to: commit)
    for tag in tags {
      let id = try repository.writeTag(
        tag.name,
        target: commit,
        tagger: committer,
        message: tag.message
      )
      note.newTags.append(WriteNote.TagChange(name: tag.name, id: id))
    }
    try context.failures(.commitWritten)
    try repository.syncObjects(
      plan.reliesOn + repository.newObjects(in: commit, since: base.tip) + [base.tip]
        + note.newTags.map(\.id)
    )
    try context.failures(.objectsSynced)
    return note
  }

  private func note(in repository: borrowing Repository, to commit: ObjectID) -> WriteNote {
    WriteNote(
      workingTree: repository.workingTreeName,
      branch: base.branch,
      from: base.tip,
      to: commit
    )
  }
}
