import Git

extension Write {
  /// Commits a tree beside the branch: making its tag is the commit point, and nothing follows.
  func tagged(
    _ tree: ObjectID,
    _ message: String,
    _ tag: PlannedTag,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let (author, committer) = try context.signatures(at: context.clock(), in: repository)
    let commit = try repository.writeCommit(
      tree: tree,
      parents: [base.tip],
      author: author,
      committer: committer,
      message: message
    )
    let id = try repository.writeTag(
      tag.name,
      target: commit,
      tagger: committer,
      message: tag.message
    )
    try context.failures(.commitWritten)
    try repository.syncObjects(plan.reliesOn + [base.tip, commit, id])
    try context.failures(.objectsSynced)
    try Patience.whileLocked {
      try repository.updateReference(tag.reference, to: id, expecting: nil, reason: plan.reason)
    }
    try context.failures(.tagMade)
    let fresh = try Repository.open(at: repository.gitDirectory)
    guard try fresh.tag(tag.name)?.target == commit, try fresh.commit(commit).tree == tree else {
      throw lost("the tag '\(tag.name)' leads elsewhere")
    }
    return commit
  }
}
