package import GitValues

extension Repository {
  /// Whether `commit` is in the history of `descendant`, which a commit itself is.
  package func isAncestor(
    _ commit: ObjectID,
    of descendant: ObjectID,
    graph: inout CommitGraph
  ) throws(GitError) -> Bool {
    if commit == descendant { return true }
    return try CommonAncestors.isReachable(commit, from: [descendant], &graph, self)
  }

  /// The best common ancestors of two commits: one in most histories, several after crossing
  /// merges, none where the histories have nothing in common.
  package func mergeBases(
    _ left: ObjectID,
    _ right: ObjectID,
    graph: inout CommitGraph
  ) throws(GitError) -> [ObjectID] {
    try left == right ? [left] : CommonAncestors.mergeBases(left, right, &graph, self)
  }

  /// How many commits `local` has that `upstream` has not, and the other way round.
  package func distance(
    of local: ObjectID,
    from upstream: ObjectID,
    graph: inout CommitGraph
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    let (ahead, behind) = try CommonAncestors.difference(local, upstream, &graph, self)
    return (ahead, behind)
  }

  /// The remote-tracking branches that have `commit` in their histories, as far as the last fetch
  /// or push knows.
  package func remoteBranches(
    containing commit: ObjectID,
    graph: inout CommitGraph
  ) throws(GitError) -> [String] {
    var tips: [(name: String, id: ObjectID)] = []
    for reference in try references(matching: "refs/remotes/*") {
      // `origin/HEAD` names another branch of the list; a tip that is not here was never fetched.
      if case .object(let id) = reference.target, try header(of: id)?.kind == .commit {
        tips.append((reference.name, id))
      }
    }
    guard try CommonAncestors.isReachable(commit, from: tips.map(\.id), &graph, self) else {
      return []
    }
    var names: [String] = []
    for tip in tips where try isAncestor(commit, of: tip.id, graph: &graph) {
      names.append(tip.name)
    }
    return names
  }
}
