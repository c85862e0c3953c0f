import Errors
import Git
import GitValues
package import RegistryContent
package import RegistryModel
import Synchronization
import Versioning
import Workspace

/// The served state: the last valid snapshot of the branch, with its logs.
package final class ServedRegistry: Sendable {
  package let access: RepositoryAccess
  private let library: LogLibrary
  private let metadata = BoundedCache<String, JSONValue?>(bound: 1_000)
  private let signatures = BoundedCache<String, ReleaseSignature?>(bound: 1_000)
  private let current: Mutex<RegistrySnapshot>

  /// Reads the branch, and opens the repository for it.
  package init(_ location: RepositoryAccess.Location) throws {
    access = try RepositoryAccess(location)
    library = try LogLibrary()
    current = Mutex(
      try access.readHere { try $0.snapshot(at: $0.currentTip(of: location.branch)) }
    )
  }

  package var snapshot: RegistrySnapshot {
    current.withLock { $0 }
  }

  var commit: ObjectID {
    current.withLock { $0.commit }
  }

  /// The releases of a component, newest first.
  package func releases(of entry: RegistrySnapshot.Entry) async throws -> ReleaseIndex {
    guard let log = entry.log else {
      return ReleaseIndex(ReleaseLog(file: entry.logFile))
    }
    if let index = library.index(of: log) { return index }
    return try await access.read { try self.library.read(log, of: entry.name, in: $0) }
  }

  /// The metadata that was published with a release: a JSON object; `nil` if there is none.
  package func metadata(of release: Release, _ entry: RegistrySnapshot.Entry) async throws
    -> JSONValue?
  {
    try await metadata(SentMetadata.fileName(of: release), of: entry)
  }

  private func metadata(_ name: String, of entry: RegistrySnapshot.Entry) async throws -> JSONValue?
  {
    guard let folder = entry.metadata else { return nil }
    let key = "\(folder) \(name)"
    if let known = metadata[key] { return known }
    let value = try await access.read { try $0.repository.sentMetadata(name, of: entry) }
    metadata.insert(value, weight: 1, for: key)
    return value
  }

  /// The signatures of a release; `nil` if it is not signed.
  func signature(of release: Release, _ entry: RegistrySnapshot.Entry) async throws
    -> ReleaseSignature?
  {
    guard let folder = entry.signatures, let archive = release.archive else { return nil }
    let key = "\(folder) \(archive.hexadecimal)"
    if let known = signatures[key] { return known }
    let value = try await access.read { try $0.repository.signature(of: release, in: folder) }
    signatures.insert(value, weight: 1, for: key)
    return value
  }

  /// The repositories of a release: the one that the manifest names, or those in its metadata that the
  /// operator confirmed.
  func repositories(
    of entry: RegistrySnapshot.Entry,
    _ release: Release,
    in snapshot: RegistrySnapshot
  ) async throws -> [RepositoryURL] {
    try await snapshot.manifest.repositories(
      of: entry.name,
      with: releases(of: entry).releases,
      sent: metadata(of: release, entry),
      confirmed: metadata(SentMetadata.confirmedRepositories, of: entry)
    )
  }

  /// Loads the branch's current commit; returns whether it is another one.
  ///
  /// - Throws: If it cannot be read or lacks records that were served; the snapshot stays.
  @discardableResult
  package func refresh() async throws -> Bool {
    try await access.read { workspace in
      let last = self.snapshot
      let tip = try workspace.currentTip(of: self.access.location.branch)
      guard tip != last.commit else { return false }
      let next = try workspace.snapshot(at: tip)
      try self.checkLogs(of: next, since: last, in: workspace)
      // Inside the access, so that an older snapshot never replaces a newer one.
      self.current.withLock { $0 = next }
      try self.library.keep(next.logs)
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

  /// Loads the texts of all logs that were not requested yet, a few at a time, so that requests get
  /// their turn.
  package func readAll() async throws {
    var rest = snapshot.logs.filter { !library.hasText(of: $0) }
    while !rest.isEmpty {
      try Task.checkCancellation()
      let part = rest.prefix(Self.readAtOnce)
      rest.subtract(part)
      try await access.read { workspace in
        for log in part { _ = try self.library.text(of: log, in: workspace) }
      }
    }
  }

  private static let readAtOnce = 16

  /// Only changed logs are read: each must be valid, and all records that were served must still
  /// exist, under the same identity.
  private func checkLogs(
    of next: RegistrySnapshot,
    since last: RegistrySnapshot,
    in workspace: borrowing Workspace
  ) throws {
    for entry in next.allComponents where entry.log != last.component(named: entry.name)?.log {
      _ = try log(of: entry, in: workspace)
    }
    for entry in last.allComponents where entry.log != nil {
      let new = next.component(named: entry.name)
      guard new?.log != entry.log else { continue }
      let found = try new.map { try log(of: $0, in: workspace) }
      let missing = (found ?? ReleaseLog(file: entry.logFile))
        .records(missingSince: try log(of: entry, in: workspace))
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
  }

  private func log(
    of entry: RegistrySnapshot.Entry,
    in workspace: borrowing Workspace
  ) throws -> ReleaseLog {
    guard let blob = entry.log else { return ReleaseLog(file: entry.logFile) }
    return try ReleaseLog(reading: library.text(of: blob, in: workspace), file: entry.logFile)
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

extension RegistrySnapshot.Entry {
  /// The name of the log for messages.
  fileprivate var logFile: String { "\(name).jsonl" }
}
