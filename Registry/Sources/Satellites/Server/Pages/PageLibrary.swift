import Apps
import Certificates
import Checks
import Content
import Git
import HTTPTypes
package import Logging
import Model
import NIOCore
import Reports
import ServiceLifecycle
import Site
import Synchronization
import Versions

/// The pages and their contents, made once for each commit.
final class PageLibrary: Sendable {
  /// One form of a page, for those who may see the same.
  struct Key: Hashable, Sendable {
    let form: String
    /// Path and query.
    let target: String
    let base: PageBase
    fileprivate var part = ""

    init(_ form: String, _ target: String, base: PageBase) {
      (self.form, self.target, self.base) = (form, target, base)
    }
  }

  private static let bound = 32 << 20
  /// The approximate size of a page without its text.
  private static let overhead = 1 << 10
  /// The bound on the facts about releases, in bytes.
  private static let factsBound = 16 << 20
  private static let mostChanges = 200
  private static let mostRepeated = 16
  /// Reading this many components takes less time than a browser needs to ask again.
  private static let mostUnread = 100

  private let registry: ServedRegistry
  /// The access for the pages of releases alone, so that a long README delays only these.
  private let access: RepositoryAccess
  private let comparisons: ComparisonQueue
  private let archives: ArchiveStore
  private let documentation: DocumentationFolder
  private let overviews = CommitValues<String, RegistryOverview>()
  private let graphs = CommitValues<String, ComponentGraph>()
  private let notes = CommitValues<String, ReleaseNotes>()
  private let pages = CommitValues<Key, PageText>(bound: bound) { $0.size + overhead }

  /// Make the pages of all components that were asked for.
  private let repeated = Mutex<[Key: @Sendable (RegistrySnapshot) async throws -> Void]>([:])

  private let facts = BoundedCache<String, ReleaseFacts>(bound: factsBound)

  private let changes = BoundedCache<String, ReleaseChanges>(bound: mostChanges)

  init(
    _ registry: ServedRegistry,
    _ access: RepositoryAccess,
    _ comparisons: ComparisonQueue,
    _ archives: ArchiveStore,
    _ documentation: DocumentationFolder
  ) {
    (self.registry, self.access, self.archives) = (registry, access, archives)
    self.comparisons = comparisons
    self.documentation = documentation
  }

  /// The text of a page.
  func page(
    _ key: Key,
    of snapshot: RegistrySnapshot,
    _ render: @escaping @Sendable () async throws -> String
  ) async throws -> PageText {
    var key = key
    key.part = snapshot.part
    return try await pages.value(key, at: snapshot.commit) { [base = key.base] in
      PageText(try await render(), at: base)
    }
  }

  /// Has a page made for each commit from now on, unless there are too many of these already.
  func makeAgain(
    _ key: Key,
    _ make: @escaping @Sendable (RegistrySnapshot) async throws -> Void
  ) {
    repeated.withLock { repeated in
      if repeated.count < Self.mostRepeated { repeated[key] = make }
    }
  }

  /// Makes these pages for the served commit, and what all such pages are made of.
  func makePages() async {
    _ = try? await graph(of: registry.snapshot)
    for make in repeated.withLock({ Array($0.values) }) {
      // Whoever asks for it is told.
      try? await make(registry.snapshot)
    }
  }

  func overview(of snapshot: RegistrySnapshot) async throws -> RegistryOverview {
    try checkRead()
    return try await overviews.value(snapshot.part, at: snapshot.commit) { [registry] in
      var found: [ComponentName: ComponentSummary] = [:]
      for entry in snapshot.components {
        found[entry.name] = try await registry.releases(of: entry, in: snapshot).rendered.summary
      }
      return RegistryOverview(snapshot, found)
    }
  }

  /// Refuses what is made of the releases of all components while most of these have still to be read.
  private func checkRead() throws(Problem) {
    let unread = registry.unread
    guard unread.components > Self.mostUnread else { return }
    throw Problem(
      .serviceUnavailable,
      "the server was just started and has read the releases of"
        + " \(unread.all - unread.components) of \(unread.all) components: this page is"
        + " available in some seconds",
      headers: [.retryAfter: "1"]
    )
  }

  func graph(of snapshot: RegistrySnapshot) async throws -> ComponentGraph {
    let overview = try await overview(of: snapshot)
    return try await graphs.value(snapshot.part, at: snapshot.commit) {
      ComponentGraph(snapshot.manifest, overview, hidden: snapshot.hidden)
    }
  }

  func apps(of snapshot: RegistrySnapshot) async throws -> AppReport {
    let pins = try await registry.access.read { workspace in
      try ReachedComponents.pins(at: snapshot.commit, in: workspace)
    }
    return AppReport(
      scope: snapshot.manifest.scope,
      apps: pins,
      hidden: snapshot.hidden
    )
  }

  func history(of entry: RegistrySnapshot.Entry, in snapshot: RegistrySnapshot) async throws
    -> ComponentHistory
  {
    let index = try await registry.index(of: entry)
    let notes = try await notes(of: snapshot)
    let overview = try await overview(of: snapshot)
    return ComponentHistory(
      entry,
      index,
      in: snapshot.manifest,
      overview,
      notes: notes.entries(of: entry.name, index.releases)
    )
  }

  /// Returns the facts that the page of a release shows.
  func facts(
    of release: Release,
    _ history: ComponentHistory,
    _ entry: RegistrySnapshot.Entry,
    in snapshot: RegistrySnapshot
  ) async throws -> ReleaseFacts {
    let key = "\(snapshot.commit) \(entry.name) \(release.version)"
    if var known = facts[key] {
      known.documentation = documentation.documentation(of: entry.name, release.version)
      return known
    }
    let releases = history.releases.map(\.release)
    var found = try await access.read { workspace in
      try ReleaseFacts(
        of: release,
        entry,
        with: releases,
        in: snapshot.manifest,
        from: workspace.repository
      )
    }
    // The page is shown even if the archive is damaged.
    let published = try PublishedRelease(component: entry.name, release: release)
    found.size = try? await archives.archive(of: published).size
    let signature = try await registry.signature(of: release, entry)
    found.signed = signature?.date
    found.signer = signature.flatMap { SignatureChecker.signer(of: $0.archive) }
    found.documentation = documentation.documentation(of: entry.name, release.version)
    facts.insert(found, weight: found.weight, for: key)
    return found
  }

  /// Returns the releases of a component that have documentation, as a text for the tag of its
  /// page.
  func documentation(of entry: RegistrySnapshot.Entry) -> String {
    documentation.stamp(of: entry.name)
  }

  /// The public API of a release; `nil` if it is not known.
  func interface(of entry: RegistrySnapshot.Entry, _ release: Release) async throws
    -> PackageInterface?
  {
    try await access.read { _ in try self.documentation.interface(of: entry.name, release.version) }
  }

  /// Returns the changes between two releases, in the order of the versions.
  func changes(
    of entry: RegistrySnapshot.Entry,
    from old: Release,
    to new: Release
  ) async throws -> ReleaseChanges {
    let stamp = documentation.stamp(of: entry.name)
    let key = "\(entry.name) \(old.tree) \(old.version) \(new.tree) \(new.version) \(stamp)"
    if let known = changes[key] { return known }
    let found = try await comparisons.read { workspace in
      let interface = { try self.documentation.interface(of: entry.name, $0) }
      return try ReleaseChanges(
        from: PublishedRelease(component: entry.name, release: old),
        to: PublishedRelease(component: entry.name, release: new),
        interfaces: (interface(old.version), interface(new.version)),
        in: workspace.repository
      )
    }
    changes.insert(found, weight: 1, for: key)
    return found
  }
}

extension PageLibrary {
  private func notes(of snapshot: RegistrySnapshot) async throws -> ReleaseNotes {
    try await notes.value("", at: snapshot.commit) { [registry] in
      try await registry.access.read { try $0.releaseNotes(at: snapshot.commit) }
    }
  }

  /// Returns the entries of the feed of all components.
  func recent(of snapshot: RegistrySnapshot) async throws -> [FeedEntry] {
    try checkRead()
    var recent = RecentReleases()
    for entry in snapshot.allComponents where entry.log != nil {
      let rendered = try await registry.releases(of: entry, in: snapshot).rendered
      recent.add(rendered.versions, updated: rendered.updated, of: entry.name)
    }
    var indexes: [ComponentName: ReleaseIndex] = [:]
    for name in Set(recent.items.map(\.component)) {
      guard let entry = snapshot.component(named: name) else { continue }
      indexes[name] = try await registry.index(of: entry)
    }
    return FeedEntry.entries(of: recent, indexes, try await notes(of: snapshot))
  }
}

extension RegistrySnapshot {
  /// Tells the parts of a snapshot apart that tokens include.
  fileprivate var part: String {
    hidden.map(\.text).sorted().joined(separator: " ")
  }
}

/// Values that are computed at most once for each commit, by whoever needs them first, and away from
/// the connections.
///
/// Beyond a bound on their weight, all but the newest are forgotten.
final class CommitValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var commit: ObjectID?
    var tasks: [Key: Task<Value, any Error>] = [:]
    /// The keys whose values are computed.
    var finished: [Key] = []
    var weight = 0
  }

  private let bound: Int
  private let weight: @Sendable (Value) -> Int
  private let state = Mutex(State())

  /// - Parameter bound: In the unit of the weights.
  init(bound: Int = .max, weight: @escaping @Sendable (Value) -> Int = { _ in 0 }) {
    (self.bound, self.weight) = (bound, weight)
  }

  func value(
    _ key: Key,
    at commit: ObjectID,
    _ compute: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = state.withLock { state in
      if state.commit != commit { state = State(commit: commit) }
      if let known = state.tasks[key] { return known }
      // Whoever waits for it may leave, and others still need it.
      let task = Task.detached { [self] in
        let result = await Result(catching: compute)
        finish(key, at: commit, result)
        return try result.get()
      }
      state.tasks[key] = task
      return task
    }
    return try await task.value
  }

  private func finish(_ key: Key, at commit: ObjectID, _ result: Result<Value, any Error>) {
    state.withLock { state in
      guard state.commit == commit else { return }
      guard case .success(let value) = result else {
        state.tasks[key] = nil
        return
      }
      let weight = weight(value)
      guard weight <= bound else {
        state.tasks[key] = nil
        return
      }
      if state.weight > bound - weight {
        for old in state.finished { state.tasks[old] = nil }
        (state.finished, state.weight) = ([], 0)
      }
      state.finished.append(key)
      state.weight += weight
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

/// Reads the releases of all components after the start, and makes the pages of all components then
/// and after each commit, before they are requested.
///
/// Only those are made that were asked for since the start; what they are made of is always there.
package struct PageMaker: Service {
  private let service: RegistryService
  private let interval: Duration
  private let logger: Logger

  package init(_ service: RegistryService, interval: Duration, logger: Logger) {
    (self.service, self.interval, self.logger) = (service, interval, logger)
  }

  package func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { [registry = service.registry] in
        try await registry.readAll()
      }
    } catch is CancellationError {
      return
    } catch {
      logger.error("cannot read all releases, reading them when they are requested: \(error)")
    }
    var last = service.registry.commit
    await service.makePages()
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
      let commit = service.registry.commit
      if commit != last { await service.makePages() }
      last = commit
    }
  }
}
