import Base
import Git
package import Logging
package import Model
import NIOCore
import ServiceLifecycle
package import Site
import Synchronization
import Versions

/// The served state: the last valid snapshot of the branch, with what is rendered of its releases.
package final class ServedRegistry: Sendable {
  /// The repository, on the thread of this registry.
  package let access: RepositoryAccess
  private let library: ReleaseLibrary
  private let current: Mutex<RegistrySnapshot>
  /// The branch that is served, or the one that is checked out now; `nil` for a detached `HEAD`.
  private let followed: Mutex<String?>
  /// The components that ``readAll()`` has still to read.
  private let waiting: Mutex<ArraySlice<RegistrySnapshot.Entry>>

  /// Reads the branch, and opens the repository for it.
  ///
  /// - Parameter bound: In bytes of all that is rendered.
  package init(_ location: RepositoryAccess.Location, bound: Int, logger: Logger) throws {
    access = try RepositoryAccess(location)
    library = ReleaseLibrary(bound: bound, logger: logger)
    let snapshot = try access.readHere {
      try $0.snapshot(at: $0.currentTip(of: location.branch))
    }
    current = Mutex(snapshot)
    waiting = Mutex(Self.released(in: snapshot))
    followed = Mutex(try access.readHere { try $0.currentBranch(or: location.branch) })
  }

  /// The last valid snapshot.
  package var snapshot: RegistrySnapshot {
    current.withLock { $0 }
  }

  /// The branch that is served; `nil` for a detached `HEAD`.
  package var branch: String? {
    followed.withLock { $0 }
  }

  /// The scope of packages without another.
  var scope: ScopeName {
    current.withLock { $0.manifest.scope }
  }

  var commit: ObjectID {
    current.withLock { $0.commit }
  }

  /// The releases of a component, newest first.
  package func releases(
    of entry: RegistrySnapshot.Entry,
    in snapshot: RegistrySnapshot
  ) async throws -> ServedReleases {
    guard entry.log != nil else { return ServedReleases(RenderedReleases()) { _ in [] } }
    let item = try await item(entry, snapshot)
    return ServedReleases(item.releases) { range in
      if let part = try await item.part(range) { return part }
      return try await self.access.read { workspace in
        let text = try RenderedReleases.render(entry, of: snapshot, from: workspace.repository).text
        return Array(text[range])
      }
    }
  }

  private func item(
    _ entry: RegistrySnapshot.Entry,
    _ snapshot: RegistrySnapshot
  ) async throws -> ReleaseLibrary.Item {
    if let known = library[ReleaseLibrary.Key(entry, snapshot)] { return known }
    return try await access.read { try self.library.item(entry, of: snapshot, in: $0) }
  }

  /// All records of a component, for its page.
  func index(of entry: RegistrySnapshot.Entry) async throws -> ReleaseIndex {
    ReleaseIndex(try await access.read { try $0.log(of: entry) })
  }

  /// The signatures of a release; `nil` if it is not signed.
  func signature(of release: Release, _ entry: RegistrySnapshot.Entry) async throws
    -> ReleaseSignature?
  {
    guard let folder = entry.signatures else { return nil }
    return try await access.read { try $0.repository.signature(of: release, in: folder) }
  }

  /// Loads the branch's current commit; returns whether it is another one.
  ///
  /// - Throws: If it cannot be read or lacks records that were served; the snapshot stays.
  @discardableResult
  package func refresh() async throws -> Bool {
    try await access.read { workspace in
      let last = self.snapshot
      let tip = try workspace.currentTip(of: self.access.location.branch)
      let branch = try workspace.currentBranch(or: self.access.location.branch)
      self.followed.withLock { $0 = branch }
      guard tip != last.commit else { return false }
      let next = try workspace.snapshot(at: tip)
      try self.checkLogs(of: next, since: last, in: workspace)
      // Inside the access, so that an older snapshot never replaces a newer one.
      self.current.withLock { $0 = next }
      try self.library.keep(next, in: workspace)
      return true
    }
  }

  /// Whether the branch can be read, even if its commit cannot be loaded.
  func hasTip() async throws -> Bool {
    try await access.read { workspace in
      _ = try workspace.currentTip(of: self.access.location.branch)
      return true
    }
  }

  /// Renders the releases of all components, on all processors and beside the requests.
  package func readAll() async throws {
    let snapshot = snapshot
    waiting.withLock { $0 = Self.released(in: snapshot) }
    defer { waiting.withLock { $0 = [] } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<System.coreCount {
        let access = try RepositoryAccess(access.location)
        group.addTask {
          while let entry = self.waiting.withLock({ $0.popFirst() }) {
            try Task.checkCancellation()
            // What cannot be read is reported to those who ask for it.
            _ = try? await access.read { try self.library.item(entry, of: snapshot, in: $0) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func released(
    in snapshot: RegistrySnapshot
  ) -> ArraySlice<RegistrySnapshot.Entry> {
    snapshot.allComponents.filter { $0.log != nil }[...]
  }

  /// How many components have still to be read after the start, and of how many.
  var unread: (components: Int, all: Int) {
    waiting.withLock { ($0.count, $0.endIndex) }
  }

  /// Only changed logs are read: each must be valid, and all records that were served must still
  /// exist, under the same identity.
  private func checkLogs(
    of next: RegistrySnapshot,
    since last: RegistrySnapshot,
    in workspace: borrowing Workspace
  ) throws {
    for entry in last.allComponents where entry.log != nil {
      let new = next.component(named: entry.name)
      guard new?.log != entry.log else { continue }
      let found = try new.map { try workspace.log(of: $0) }
      let missing = (found ?? ReleaseLog(file: entry.logFile))
        .records(missingSince: try workspace.log(of: entry))
      guard missing.isEmpty else {
        throw takenBack(
          "changes or removes \(missing.count) of the records of '\(entry.name)'",
          next
        )
      }
    }
    let (old, new) = (last.manifest.scope, next.manifest.scope)
    guard old.key == new.key || last.logs.isEmpty else {
      throw takenBack(
        "changes the scope '\(old)' to '\(new)', and so the identity of all releases",
        next
      )
    }
    // Before they are served, so that no request waits for it.
    for entry in next.allComponents where entry.log != last.component(named: entry.name)?.log {
      _ = try library.item(entry, of: next, in: workspace)
    }
  }

  private func takenBack(_ what: String, _ next: RegistrySnapshot) -> OperationError {
    OperationError(
      .releasesTakenBack,
      "the commit '\(next.commit.hex.prefix(12))' \(what) that were served",
      help: "a release never changes: restore what is missing, or restart the server to serve"
        + " the branch as it is"
    )
  }
}

extension Workspace {
  /// The name of the branch that is checked out, if none is given; `nil` for a detached `HEAD`.
  fileprivate func currentBranch(or branch: String?) throws -> String? {
    if let branch { return branch }
    guard case .branch(let name, _) = try repository.head() else { return nil }
    return String(name.dropFirst("refs/heads/".count))
  }

  /// The log of a component, empty for one that was never released.
  func log(of entry: RegistrySnapshot.Entry) throws -> ReleaseLog {
    guard let blob = entry.log else { return ReleaseLog(file: entry.logFile) }
    return try ReleaseLog(reading: repository.blob(blob), file: entry.logFile)
  }
}

extension RegistrySnapshot.Entry {
  /// The name of the log for messages.
  fileprivate var logFile: String { "\(name).jsonl" }
}

/// The releases of a component, with the records and descriptions that are rendered of them.
package struct ServedReleases: Sendable {
  /// The versions, and the places of the rest in the rendered text.
  package let rendered: RenderedReleases
  private let part: @Sendable (Range<Int>) async throws -> [UInt8]

  /// - Parameter part: A part of the text that is rendered of them.
  init(
    _ rendered: RenderedReleases,
    _ part: @escaping @Sendable (Range<Int>) async throws -> [UInt8]
  ) {
    (self.rendered, self.part) = (rendered, part)
  }

  /// The release at a position, newest first.
  package func release(_ position: Int) async throws -> Release {
    let record = try await part(rendered.record(position))
    guard let release = try ReleaseLog(reading: record, file: "record").releases.first else {
      throw OperationError(.inputOutput, "a record is missing")
    }
    return release
  }

  /// Its description: compact JSON.
  func description(_ position: Int) async throws -> [UInt8] {
    try await part(rendered.description(position))
  }
}

/// Updates the snapshot when the branch changes, for as long as the server runs.
///
/// If a commit cannot be loaded, this is logged once, and once more when loading works again; until
/// then, the last valid snapshot is served.
package struct SnapshotFollower: Service {
  private let registry: ServedRegistry
  private let health: ServerHealth
  private let interval: Duration
  private let logger: Logger

  package init(_ service: RegistryService, interval: Duration, logger: Logger) {
    registry = service.registry
    health = service.health
    self.interval = interval
    self.logger = logger
  }

  package func run() async throws {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      await look()
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
    }
  }

  /// Looks once.
  package func look() async {
    do {
      if health.fault != nil { try await registry.access.reopen() }
      if try await registry.refresh() {
        logger.info("serving a new commit", metadata: ["commit": "\(registry.snapshot.commit)"])
      }
      if health.looked(nil) { logger.notice("the repository can be read again") }
    } catch is CancellationError {
      return
    } catch {
      let isReadable = (try? await registry.hasTip()) == true
      guard health.looked(ServerHealth.Fault(message: "\(error)", isReadable: isReadable)) else {
        return
      }
      logger.error(
        "cannot load the branch, serving the last valid commit: \(error)",
        metadata: ["commit": "\(registry.snapshot.commit)"]
      )
    }
  }
}
