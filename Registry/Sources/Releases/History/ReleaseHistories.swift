package import Git
package import GitValues
package import RegistryModel

/// The commits between many releases and later states of their components.
package struct ReleaseHistories {
  /// A component that differs from its release.
  package struct Change: Hashable {
    /// Its folder first, then the paths outside of it that are published with it.
    package let paths: [TreePath]
    /// `nil` for a component that was never released.
    package let since: Release?
    /// The commit from which its changes count.
    package let start: ObjectID

    package init(paths: [TreePath], since: Release) {
      self.paths = paths
      self.since = since
      start = since.source
    }

    /// - Parameter start: The commit since which the changes of a component count that was never
    ///   released.
    package init(paths: [TreePath], after start: ObjectID) {
      self.paths = paths
      since = nil
      self.start = start
    }
  }

  /// The commits that made a change.
  package struct History {
    /// Without merges, newest first; empty if the history does not show them.
    package let commits: [ObjectID]
    /// Whether the release's source is in the history, and the commits are all that came after it.
    package let followsSource: Bool
  }

  package let tip: ObjectID

  package init(tip: ObjectID) {
    self.tip = tip
  }

  /// The history of each change.
  ///
  /// One walk finds those since all releases whose sources are in the history; of the others, each
  /// takes a walk of its own.
  package func histories(
    of changes: [Change],
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> [History] {
    let sources = changes.map(\.start)
    let reached = try repository.ancestors(
      among: Set(sources),
      of: tip,
      graph: &graph
    )
    let near = changes.indices.filter { reached.contains(sources[$0]) }
    let found = try repository.commits(
      touching: near.flatMap { index in changes[index].paths.map { ($0, sources[index]) } },
      from: tip,
      graph: &graph
    )
    var following: [Int: [ObjectID]] = [:]
    var rest = found[...]
    for index in near {
      let lists = rest.prefix(changes[index].paths.count)
      let commits = try merged(Array(lists), in: repository)
      following[index] = try commits.filter { commit in
        try !isRelease(commit, of: changes[index], graph: &graph, in: repository)
      }
      rest = rest.dropFirst(lists.count)
    }
    return try changes.indices.map { index in
      if let commits = following[index] { return History(commits: commits, followsSource: true) }
      // Where history was cut off, its end seems to have changed everything.
      guard !repository.isShallow, let path = changes[index].paths.first else {
        return History(commits: [], followsSource: false)
      }
      let commits = try ReleaseHistory(path: path, tip: tip)
        .commits(of: changes[index], in: repository)
      return History(commits: commits.map(\.id), followsSource: false)
    }
  }

  /// Whether a commit is the one that the release was made in, right after its source, and which wrote
  /// the version into files.
  private func isRelease(
    _ commit: ObjectID,
    of change: Change,
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard let release = change.since, let path = change.paths.first,
      try graph.parents(of: commit, in: repository) == [release.source],
      try repository.tree(at: path, inCommit: commit) == release.tree
    else { return false }
    return try repository.tree(at: path, inCommit: release.source) != release.tree
  }

  /// The commits of several paths, each once.
  private func merged(
    _ lists: [[ObjectID]],
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    guard lists.count > 1 else { return lists.first ?? [] }
    var times: [(id: ObjectID, time: Int64)] = []
    var met: Set<ObjectID> = []
    for id in lists.joined() where met.insert(id).inserted {
      times.append((id, try repository.commit(id).committer.time.seconds))
    }
    // Those of the same second stay in their order.
    return times.enumerated().sorted { first, second in
      (second.element.time, first.offset) < (first.element.time, second.offset)
    }.map(\.element.id)
  }
}
