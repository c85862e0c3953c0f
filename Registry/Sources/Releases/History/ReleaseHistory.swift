import Git
import GitValues
import RegistryModel

/// The commits between a release and a later state of its component.
struct ReleaseHistory {
  let path: TreePath
  let tip: ObjectID

  /// The commits that changed the component since `release`, newest first.
  ///
  /// All of them where there was no release. Merges, which bring no change of their own, are left
  /// out.
  func commits(since release: Release?, in repository: borrowing Repository) throws -> [Commit] {
    var graph = CommitGraph()
    return try commits(since: release, graph: &graph, in: repository)
  }

  /// - Parameter graph: What is known of the history, so that several walks read it once.
  func commits(
    since release: Release?,
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> [Commit] {
    guard let release else {
      let found = try repository.commits(touching: path, from: [tip], graph: &graph)
      return try withoutMerges(found, repository)
    }
    let source = release.source
    if try repository.header(of: source)?.kind == .commit,
      try repository.isAncestor(source, of: tip)
    {
      var found = try repository.commits(
        touching: path,
        from: [tip],
        excluding: [source],
        graph: &graph
      )
      // The commit of the release itself, if it wrote files of the component.
      if let first = found.last, try repository.commit(first).parents == [source],
        try repository.tree(at: path, inCommit: first) == release.tree
      {
        found.removeLast()
      }
      return try withoutMerges(found, repository)
    }
    // The commit it was made from is gone, after a squash or a rebase. What is left is its tree:
    // all that is newer than the newest commit that has it.
    let tree = release.tree
    var newer: [ObjectID] = []
    for commit in try repository.commits(touching: path, from: [tip], graph: &graph) {
      if try repository.tree(at: path, inCommit: commit) == tree { break }
      newer.append(commit)
    }
    return try withoutMerges(newer, repository)
  }

  private func withoutMerges(
    _ ids: [ObjectID],
    _ repository: borrowing Repository
  ) throws -> [Commit] {
    var commits: [Commit] = []
    for id in ids {
      let commit = try repository.commit(id)
      if commit.parents.count < 2 { commits.append(commit) }
    }
    return commits
  }
}
