private import CGit2
package import Base

extension Repository {
  /// Whether `commit` is in the history of `descendant`, which a commit itself is.
  package func isAncestor(
    _ commit: ObjectID,
    of descendant: ObjectID
  ) throws(OperationError) -> Bool {
    try isAncestor(commit, ofAny: [descendant])
  }

  /// The branches that have `commit` in their histories, by their full names; remote-tracking ones
  /// as far as the last fetch or push knows.
  ///
  /// - Parameter pattern: `refs/heads/*` or `refs/remotes/*`.
  package func branches(
    _ pattern: String,
    containing commit: ObjectID
  ) throws(OperationError) -> [String] {
    var tips: [(name: String, id: ObjectID)] = []
    for reference in try references(matching: pattern) {
      // `origin/HEAD` names another branch of the list; a tip that is not here was never fetched.
      if case .object(let id) = reference.target, try header(of: id)?.kind == .commit {
        tips.append((reference.name, id))
      }
    }
    guard try isAncestor(commit, ofAny: tips.map(\.id)) else { return [] }
    var names: [String] = []
    for tip in tips where try isAncestor(commit, of: tip.id) {
      names.append(tip.name)
    }
    return names
  }

  package func isAncestor(
    _ commit: ObjectID,
    ofAny tips: [ObjectID]
  ) throws(OperationError) -> Bool {
    if tips.isEmpty { return false }
    // libgit2 does not cut history where a shallow clone ends.
    if isShallow {
      var graph = CommitGraph()
      for tip in tips where try !ancestors(among: [commit], of: tip, graph: &graph).isEmpty {
        return true
      }
      return false
    }
    var id = commit.raw
    let raw = tips.map(\.raw)
    let result = unsafe raw.withUnsafeBufferPointer { tips in
      unsafe git_graph_reachable_from_any(pointer, &id, tips.baseAddress, tips.count)
    }
    return try check(result) == 1
  }
}
