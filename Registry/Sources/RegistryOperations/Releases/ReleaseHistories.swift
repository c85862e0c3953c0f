import Git
import RegistryModel

/// The commits between many releases and later states of their components.
struct ReleaseHistories {
  /// A component that differs from its release.
  struct Change {
    let path: TreePath
    let since: Release
  }

  let tip: ObjectID

  /// The commits other than merges that made each change, in no order; none where history does not
  /// tell.
  ///
  /// One walk finds those since all releases whose sources are in the history; of the others, each
  /// takes a walk of its own.
  func commits(
    of changes: [Change],
    in repository: borrowing Repository
  ) throws -> [[ObjectID]] {
    var graph = CommitGraph()
    let sources = try changes.map { try ObjectID(hex: $0.since.source.description) }
    let reached = try repository.ancestors(among: Set(sources), of: tip, graph: &graph)
    let near = changes.indices.filter { reached.contains(sources[$0]) }
    let found = try repository.commits(
      touching: near.map { (changes[$0].path, sources[$0]) },
      from: tip,
      graph: &graph
    )
    let histories = Dictionary(uniqueKeysWithValues: zip(near, found))
    return try changes.indices.map { index in
      if let commits = histories[index] { return commits }
      // Where history was cut off, its end seems to have changed everything.
      if repository.isShallow { return [] }
      return try ReleaseHistory(path: changes[index].path, tip: tip)
        .commits(since: changes[index].since, in: repository).map(\.id)
    }
  }
}
