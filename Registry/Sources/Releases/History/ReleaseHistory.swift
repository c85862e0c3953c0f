import Git
import GitValues
import RegistryModel

/// The commits between a release and a later state of its component.
struct ReleaseHistory {
  let path: TreePath
  let tip: ObjectID

  /// The commits that changed the component since a commit that is not in the tip's history, newest
  /// first.
  ///
  /// Merges, which bring no change of their own, are left out.
  func commits(
    of change: ReleaseHistories.Change,
    in repository: borrowing Repository
  ) throws -> [Commit] {
    var graph = CommitGraph()
    if let tree = change.since?.tree {
      // The commit it was made from is gone, after a squash or a rebase. What is left is its tree:
      // all that is newer than the newest commit that has it.
      var newer: [ObjectID] = []
      for commit in try repository.commits(touching: path, from: [tip], graph: &graph) {
        if try repository.tree(at: path, inCommit: commit) == tree {
          return try withoutMerges(newer, repository)
        }
        newer.append(commit)
      }
    }
    // It is on a branch that was never merged, or the component's folder was elsewhere.
    guard try repository.header(of: change.start)?.kind == .commit else { return [] }
    let found = try repository.commits(
      touching: path,
      from: [tip],
      excluding: [change.start],
      graph: &graph
    )
    return try withoutMerges(found, repository)
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
