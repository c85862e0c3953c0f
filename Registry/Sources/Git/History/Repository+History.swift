package import GitValues

extension Repository {
  /// The commits that changed `path` and that lead to `included` but not to `excluded`, newest
  /// first: what `git log` shows for the same range and path.
  ///
  /// Commits are compared by the id at the path, so the cost is that of reading the commits and
  /// the trees above the path, and none of what is below.
  /// - Parameters:
  ///   - limit: Stops after so many.
  ///   - graph: Keeps what was read, for the next question.
  package func commits(
    touching path: TreePath = .root,
    from included: [ObjectID],
    excluding excluded: [ObjectID] = [],
    limit: Int? = nil,
    graph: inout CommitGraph
  ) throws(GitError) -> [ObjectID] {
    var walk = PathWalk(path: path)
    return try walk.run(
      included: included,
      excluded: excluded,
      limit: limit,
      graph: &graph,
      repository: self
    )
  }

  /// The commits that lead to `tip` and changed each path, without those that lead to the path's
  /// own `since`, newest first: those of ``commits(touching:from:excluding:limit:graph:)`` but for merges, at the
  /// cost of one walk for up to 64 paths.
  package func commits(
    touching paths: [(path: TreePath, since: ObjectID?)],
    from tip: ObjectID,
    graph: inout CommitGraph
  ) throws(GitError) -> [[ObjectID]] {
    var commits: [[ObjectID]] = []
    while commits.count < paths.count {
      let some = paths.dropFirst(commits.count).prefix(PathMask.capacity)
      var walk = PathHistories(some.map(\.path))
      commits += try walk.run(from: tip, since: some.map(\.since), graph: &graph, repository: self)
    }
    return commits
  }

  /// Whether commits with one parent each, no more than `limit`, lead from `base` to `tip`.
  package func leadsStraight(
    from base: ObjectID,
    to tip: ObjectID,
    limit: Int,
    graph: inout CommitGraph
  ) throws(GitError) -> Bool {
    let end = graph.position(of: base)
    var position = graph.position(of: tip)
    for _ in 0..<limit where position != end {
      let parents = try graph.node(at: position, in: self).parents
      guard parents.count == 1 else { return false }
      position = parents[0]
    }
    return position == end
  }

  /// The commits at which a shallow clone ends; they have parents elsewhere.
  package func shallowBoundary() throws(GitError) -> Set<ObjectID> {
    guard isShallow else { return [] }
    let content = try SystemFile.read("\(commonDirectory)/shallow")
    var boundary: Set<ObjectID> = []
    for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
      guard let id = ObjectID(digits: Array(line.utf8)) else {
        throw GitError(.corrupt, "'\(commonDirectory)/shallow' has the line '\(line)'")
      }
      boundary.insert(id)
    }
    return boundary
  }
}
