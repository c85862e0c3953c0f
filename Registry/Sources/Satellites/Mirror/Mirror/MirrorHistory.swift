import Git
import Model
import Releases
import Versions
import Synchronization

/// The components' own histories, split in one walk when the first of them is asked for.
final class MirrorHistory: Sendable {
  private let folders: [ComponentName: TreePath]
  private let tip: ObjectID
  /// Of the manifest, by which a component's folder is found at an earlier commit.
  private let manifestPath: TreePath
  private let logs: [ComponentName: ReleaseLog]
  private let split = Mutex<Split?>(nil)

  private struct Split: Sendable {
    let history: SplitHistory
    /// Where each release's folder was.
    let folders: [ObjectID: [ComponentName: TreePath]]
  }

  init(
    of state: RegistryState,
    at tip: ObjectID,
    manifestPath: TreePath,
    logs: [ComponentName: ReleaseLog]
  ) {
    folders = state.manifest.components.mapValues(\.path)
    (self.tip, self.manifestPath, self.logs) = (tip, manifestPath, logs)
  }

  /// The component's own commit that a release was made from; `nil` if the branch does not have
  /// the commit of the repository any more.
  func commit(
    of release: Release,
    of component: ComponentName,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    try found(release, of: component, in: repository) { $0.commit(of: $1, at: release.source) }
  }

  /// The component's own commit without what was elsewhere before it moved, from which mirrors were
  /// made that did not follow moves.
  func commitInPlace(
    of release: Release,
    of component: ComponentName,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    try found(release, of: component, in: repository) {
      $0.commit(ofPlace: $1, at: release.source)
    }
  }

  private func found(
    _ release: Release,
    of component: ComponentName,
    in repository: borrowing Repository,
    _ commit: (SplitHistory, TreePath) -> ObjectID?
  ) throws -> ObjectID? {
    let split = try split(in: repository)
    return split.folders[release.source]?[component].flatMap { commit(split.history, $0) }
  }

  /// Stores the commits that lead to `commit` and to none of `known`, and those of the latter that
  /// they follow.
  func write(
    _ commit: ObjectID,
    without known: [ObjectID],
    in repository: borrowing Repository
  ) throws -> (commits: [ObjectID], ends: [ObjectID]) {
    try split(in: repository).history.write(commit, without: known, in: repository)
  }

  /// One walk for all who ask at once.
  private func split(in repository: borrowing Repository) throws -> Split {
    try split.withLock { split in
      if let split { return split }
      let made = try make(in: repository)
      split = made
      return made
    }
  }

  private func make(in repository: borrowing Repository) throws -> Split {
    let sources = Set(logs.values.flatMap { $0.releases.map(\.source) })
      .filter { repository.contains($0) }
    var found: [ObjectID: [ComponentName: TreePath]] = [:]
    let trees = CommitTrees(manifest: manifestPath)
    for (name, log) in logs {
      for release in log.releases where sources.contains(release.source) {
        found[release.source, default: [:]][name] = try folder(
          of: name,
          at: release,
          trees,
          in: repository
        )
      }
    }
    let queries = folders.filter { logs[$0.key] != nil }.sorted { $0.key < $1.key }
      .map { trees.query($0.key, at: $0.value) }
    var graph = CommitGraph()
    let moves = try repository.moves(of: queries, from: tip, graph: &graph)
    let places = Set(found.values.flatMap(\.values)).union(moves.flatMap { [$0.from, $0.to] })
    let history = try SplitHistory(
      of: places.sorted(),
      following: moves,
      from: tip,
      in: repository
    )
    return Split(history: history, folders: found)
  }

  /// Where the component was at the commit that a release was made from: it may have moved since.
  private func folder(
    of name: ComponentName,
    at release: Release,
    _ trees: CommitTrees,
    in repository: borrowing Repository
  ) throws -> TreePath? {
    let root = try repository.commit(release.source).tree
    if let folder = folders[name], try repository.tree(at: folder, in: root) != nil {
      return folder
    }
    // A manifest that this version does not read records nothing.
    return try? trees.manifest(in: root, repository)?.components[name]?.path
  }
}
