import Files
import Git
import GitValues
import RegistryModel
import Releases
import Synchronization
import Versioning
import Workspace

/// The components' own histories, split in one walk when the first of them is asked for.
final class MirrorHistory: Sendable {
  private let folders: [ComponentName: TreePath]
  private let tip: ObjectID
  /// Of the manifest, by which a component's folder is found at an earlier commit.
  private let manifestPath: TreePath
  private let logs: [ComponentName: ReleaseLog]
  private let cache: String
  private let isKept: Bool
  private let split = Mutex<Split?>(nil)

  private struct Split: Sendable {
    var history: SplitHistory
    /// Where each release's folder was, and the commits that the branch does not have.
    var folders: [ObjectID: [ComponentName: TreePath]] = [:]
    var reachable: Set<ObjectID>
  }

  /// - Parameters:
  ///   - cache: Where the histories are kept for the next run.
  ///   - isKept: Whether they are kept now.
  init(
    of state: RegistryState,
    at tip: ObjectID,
    manifestPath: TreePath,
    logs: [ComponentName: ReleaseLog],
    cache: String,
    isKept: Bool
  ) {
    folders = state.manifest.components.mapValues(\.path)
    (self.tip, self.manifestPath, self.logs) = (tip, manifestPath, logs)
    (self.cache, self.isKept) = (cache, isKept)
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
    guard split.reachable.contains(release.source),
      let folder = split.folders[release.source]?[component]
    else { return nil }
    return commit(split.history, folder)
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
    var manifests: [ObjectID: [ComponentName: TreePath]] = [:]
    for (name, log) in logs {
      for release in log.releases where sources.contains(release.source) {
        found[release.source, default: [:]][name] = try folder(
          of: name,
          at: release,
          &manifests,
          in: repository
        )
      }
    }
    // All components, not only the requested ones, so that every later run can use the cache.
    let needed = Set(folders.values).union(found.values.flatMap(\.values))
    var graph = CommitGraph()
    let kept = try kept(for: needed, &graph, in: repository)
    var history = try kept ?? new(of: needed, &graph, in: repository)
    if !history.contains(tip) {
      try history.walk(to: [tip], in: repository)
      if isKept {
        // Where that fails, the next run walks again.
        try? LocalFile.makeDirectories(LocalFile.parent(of: cache))
        try? LocalFile.update(cache, to: history.encoded)
      }
    }
    var reachable = sources.filter(history.contains)
    if kept != nil {
      // It may be of another branch.
      reachable = try repository.ancestors(among: reachable, of: tip, graph: &graph)
    }
    return Split(history: history, folders: found, reachable: reachable)
  }

  /// What an earlier run found, if nothing has moved since.
  private func kept(
    for needed: Set<TreePath>,
    _ graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> SplitHistory? {
    guard let bytes = try? LocalFile.read(cache), let kept = SplitHistory(encoded: bytes),
      Set(kept.folders) == needed.union(kept.moves.flatMap { [$0.from, $0.to] })
    else { return nil }
    if kept.contains(tip) { return kept }
    guard let end = kept.tip, repository.contains(end),
      try moves(since: end, &graph, in: repository).isEmpty
    else { return nil }
    return kept
  }

  private func new(
    of needed: Set<TreePath>,
    _ graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> SplitHistory {
    let moves = try moves(since: nil, &graph, in: repository)
    let folders = needed.union(moves.flatMap { [$0.from, $0.to] })
    return SplitHistory(of: folders.sorted(), following: moves)
  }

  private func moves(
    since end: ObjectID?,
    _ graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> Set<MovedFolder> {
    let paths = RecordedPaths(manifest: manifestPath)
    let queries = folders.sorted { $0.key < $1.key }
      .map { paths.query($0.key, at: $0.value, since: end) }
    return try repository.moves(of: queries, from: tip, graph: &graph)
  }

  /// Where the component was at the commit that a release was made from: it may have moved since.
  private func folder(
    of name: ComponentName,
    at release: Release,
    _ manifests: inout [ObjectID: [ComponentName: TreePath]],
    in repository: borrowing Repository
  ) throws -> TreePath? {
    let tree = try repository.commit(release.source).tree
    if let folder = folders[name], let entry = try repository.entry(at: folder, in: tree),
      entry.mode == .tree
    {
      return folder
    }
    guard let entry = try repository.entry(at: manifestPath, in: tree), entry.mode.isFile else {
      return nil
    }
    if let known = manifests[entry.id] { return known[name] }
    let document = try? ManifestDocument(
      reading: repository.blob(entry.id),
      file: manifestPath.string
    )
    manifests[entry.id] = document?.manifest.components.mapValues(\.path) ?? [:]
    return manifests[entry.id]?[name]
  }
}
