import Base
import Git
import Model
import Releases
import Synchronization
import Versions

/// The components' own histories, split in one walk when the first of them is asked for.
final class MirrorHistory: Sendable {
  private let folders: [ComponentName: TreePath]
  private let tip: ObjectID
  /// The path of the manifest, by which a component's folder is found at an earlier commit.
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
    // The history of a folder is that of all components in it.
    let trees = state.trees
    folders = state.manifest.components.mapValues(\.path).filter { trees.isWhole($0.value) }
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
      for release in log.releases
      where release.parts.isEmpty && sources.contains(release.source) {
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

/// The ids of the commits of releases, kept from run to run.
///
/// To compute one again, all files of the release are read; a lost file costs only that time.
final class KnownCommits: Sendable {
  private struct State {
    var commits: [String: ObjectID] = [:]
    /// The keys whose commits the file does not have.
    var new: [String] = []
  }

  /// The number of lines after which a file is replaced by those of the current run.
  private static let most = 100_000

  private let path: String
  private let state: Mutex<State>

  init(path: String) {
    self.path = path
    var state = State()
    let bytes = (try? LocalFile.read(path)) ?? []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let id = try? ObjectID(hex: words[1]) else { continue }
      state.commits[String(words[0])] = id
    }
    if state.commits.count > Self.most { state.commits = [:] }
    self.state = Mutex(state)
  }

  func commit(_ release: MirroredRelease, parents: [ObjectID]) -> ObjectID? {
    let key = Self.key(release, parents)
    return state.withLock { $0.commits[key] }
  }

  func note(_ commit: ObjectID, of release: MirroredRelease, parents: [ObjectID]) {
    let key = Self.key(release, parents)
    state.withLock { state in
      if state.commits.updateValue(commit, forKey: key) == nil { state.new.append(key) }
    }
  }

  /// Stores the results of this run; if that fails, they are computed again.
  func save() {
    let text = state.withLock { state in
      defer { state.new = [] }
      return state.new.isEmpty
        ? nil : state.commits.map { "\($0.key) \($0.value)\n" }.sorted().joined()
    }
    guard let text else { return }
    try? LocalFile.makeDirectories(LocalFile.parent(of: path))
    try? LocalFile.update(path, to: Array(text.utf8))
  }

  private static func key(_ release: MirroredRelease, _ parents: [ObjectID]) -> String {
    let text = release.cacheKey + parents.map { "\n\($0)" }.joined()
    return Hexadecimal.text(SHA256.digest(of: Array(text.utf8)))
  }
}
