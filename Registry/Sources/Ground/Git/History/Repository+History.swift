package import Base

extension Repository {
  /// The commits that changed `path` and that lead to `tip` but not to `since`, newest first: what
  /// `git log` shows for the same range and path.
  ///
  /// Commits are compared by the id at the path, so the cost is that of reading the commits and
  /// the trees above the path, and none of what is below.
  /// - Parameter graph: Keeps what was read, for the next question.
  package func commits(
    touching path: TreePath = .root,
    from tip: ObjectID,
    excluding since: ObjectID? = nil,
    graph: inout CommitGraph
  ) throws(OperationError) -> [ObjectID] {
    try commits(
      of: [PathQuery(path, since: since)],
      from: tip,
      includingMerges: true,
      graph: &graph
    )[0]
  }

  /// The commits that lead to `tip` and changed each path, without those that lead to the path's
  /// own end, newest first, at the cost of one walk for dozens of paths.
  ///
  /// - Parameter includingMerges: Whether merges that differ from all of their parents are among
  ///   them.
  package func commits(
    of queries: [PathQuery],
    from tip: ObjectID,
    includingMerges: Bool = false,
    graph: inout CommitGraph
  ) throws(OperationError) -> [[ObjectID]] {
    var commits: [[ObjectID]] = []
    while commits.count < queries.count {
      var walk = PathHistories(queries.dropFirst(commits.count).prefix(PathHistories.capacity))
      walk.includesMerges = includingMerges
      commits += try walk.run(from: tip, graph: &graph, repository: self)
    }
    return commits
  }

  /// The moves of the folders in the commits that lead to `tip` and not to each one's own end.
  package func moves(
    of queries: [PathQuery],
    from tip: ObjectID,
    graph: inout CommitGraph
  ) throws(OperationError) -> Set<MovedFolder> {
    var moves: Set<MovedFolder> = []
    var rest = queries[...]
    while !rest.isEmpty {
      var walk = PathHistories(rest.prefix(PathHistories.capacity))
      // No branch is left out, whatever became of it in a merge.
      walk.simplifies = false
      _ = try walk.run(from: tip, graph: &graph, repository: self)
      moves.formUnion(walk.moves)
      rest = rest.dropFirst(PathHistories.capacity)
    }
    return moves
  }

  /// The commits at which a shallow clone ends; they have parents elsewhere.
  package func shallowBoundary() throws(OperationError) -> Set<ObjectID> {
    guard isShallow else { return [] }
    let content = try LocalFile.read("\(commonDirectory)/shallow") ?? []
    var boundary: Set<ObjectID> = []
    for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
      guard let id = ObjectID(digits: Array(line.utf8)) else {
        throw OperationError(.corrupt, "'\(commonDirectory)/shallow' has the line '\(line)'")
      }
      boundary.insert(id)
    }
    return boundary
  }
}
