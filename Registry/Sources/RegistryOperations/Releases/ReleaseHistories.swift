import Git
import GitValues
import RegistryModel

/// The commits between many releases and later states of their components.
struct ReleaseHistories {
  /// A component that differs from its release.
  struct Change {
    let path: TreePath
    let since: Release
  }

  /// The commits that made a change.
  struct History {
    /// Those other than merges, in no order; none where history does not tell.
    let commits: [ObjectID]
    /// Whether the release's source is in the history, and the commits are all that came after it.
    let followsSource: Bool
  }

  let tip: ObjectID

  /// The history of each change.
  ///
  /// One walk finds those since all releases whose sources are in the history; of the others, each
  /// takes a walk of its own.
  func histories(
    of changes: [Change],
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> [History] {
    let sources = changes.map(\.since.source)
    let reached = try repository.ancestors(among: Set(sources), of: tip, graph: &graph)
    let near = changes.indices.filter { reached.contains(sources[$0]) }
    let found = try repository.commits(
      touching: near.map { (changes[$0].path, sources[$0]) },
      from: tip,
      graph: &graph
    )
    let following = Dictionary(uniqueKeysWithValues: zip(near, found))
    return try changes.indices.map { index in
      if let commits = following[index] { return History(commits: commits, followsSource: true) }
      // Where history was cut off, its end seems to have changed everything.
      if repository.isShallow { return History(commits: [], followsSource: false) }
      let commits = try ReleaseHistory(path: changes[index].path, tip: tip)
        .commits(since: changes[index].since, in: repository)
      return History(commits: commits.map(\.id), followsSource: false)
    }
  }
}
