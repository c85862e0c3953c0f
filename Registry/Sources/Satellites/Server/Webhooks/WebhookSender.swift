import Base
import Crypto
import Git
package import Logging
import Model
import NIOPosix
import ServiceLifecycle
import Site
import Versions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tells webhooks of each release and withdrawal that is served, each webhook in a task of its own.
///
/// A message that fails is sent again after growing pauses, and delays no other. A webhook that was
/// told nothing yet begins with the commit that is served then.
package struct WebhookSender: Service {
  private let hooks: [(hook: Webhook, journal: WebhookJournal)]
  private let registry: ServedRegistry
  /// Its own, because it may read many logs.
  private let access: RepositoryAccess
  private let client: WebhookClient
  private let address: Address?
  private let interval: Duration
  private let pauses: [Duration]
  private let logger: Logger

  /// The pauses after attempts that failed, growing to an hour, for three days in all.
  package static let pauses =
    (0..<12).map { Duration.seconds(1 << $0) }
    + Array(repeating: Duration.seconds(3_600), count: 71)

  /// - Parameters:
  ///   - publicURL: That the URLs of releases begin with; `nil` to leave them out.
  ///   - interval: At which it looks for a new commit.
  ///   - pauses: Between the attempts of one message.
  package init(
    _ hooks: [Webhook],
    _ service: RegistryService,
    publicURL: String?,
    interval: Duration = .seconds(1),
    pauses: [Duration] = pauses,
    logger: Logger
  ) throws {
    registry = service.registry
    access = try RepositoryAccess(registry.access.location)
    let commit = registry.commit
    let folder = try access.readHere { "\($0.repository.commonDirectory)/registry-webhooks" }
    self.hooks = hooks.map { hook in
      (hook, WebhookJournal(at: "\(folder)/\(StableID.uuid(of: hook.url))", start: commit))
    }
    client = WebhookClient(connections: max(hooks.count, 1))
    address = publicURL.map { Address(base: $0) }
    (self.interval, self.pauses, self.logger) = (interval, pauses, logger)
    for (hook, journal) in self.hooks { save(journal, of: hook) }
  }

  package func run() async throws {
    await withDiscardingTaskGroup { group in
      for (hook, journal) in hooks { group.addTask { await follow(hook, from: journal) } }
    }
  }

  private func follow(_ hook: Webhook, from journal: WebhookJournal) async {
    var journal = journal
    var queue = Queue()
    repeat {
      let snapshot = registry.snapshot
      if snapshot.commit != queue.commit ?? journal.commit {
        await fill(&queue, for: hook, of: snapshot, &journal)
      }
      await send(&queue, to: hook, &journal)
      if queue.messages.isEmpty, let commit = queue.commit, commit != journal.commit {
        journal.finish(commit)
        save(journal, of: hook)
      }
    } while await pause(interval)
  }

  /// The messages that a webhook was not sent yet.
  private struct Queue {
    struct Message {
      let event: WebhookEvent
      let id: String
      let scope: ScopeName
    }

    /// The commit that has the events; `nil` before the first.
    var commit: ObjectID?
    var messages: [Message] = []
    /// The attempts of messages that failed, by their identifiers.
    var attempts: [String: (count: Int, next: ContinuousClock.Instant)] = [:]
  }

  private func fill(
    _ queue: inout Queue,
    for hook: Webhook,
    of snapshot: RegistrySnapshot,
    _ journal: inout WebhookJournal
  ) async {
    let scope = snapshot.manifest.scope
    queue.commit = snapshot.commit
    queue.messages = []
    do {
      let events = try await events(since: journal.commit, in: snapshot)
      queue.messages = events.map { Queue.Message(event: $0, id: $0.id(in: scope), scope: scope) }
        .filter { !journal.contains($0.id) }
    } catch {
      logger.error(
        "cannot read what is new since '\(journal.commit)', not telling '\(hook.host)': \(error)"
      )
    }
    let ids = Set(queue.messages.map(\.id))
    queue.attempts = queue.attempts.filter { ids.contains($0.key) }
  }

  /// Sends what is due, in the order in which it happened.
  private func send(
    _ queue: inout Queue,
    to hook: Webhook,
    _ journal: inout WebhookJournal
  ) async {
    for message in queue.messages where isRunning {
      let earlier = queue.attempts[message.id]
      if let earlier, earlier.next > .now { continue }
      let attempt = earlier?.count ?? 0
      guard await deliver(message, attempt, to: hook) else {
        queue.attempts[message.id] = (attempt + 1, .now + pauses[attempt])
        continue
      }
      queue.messages.removeAll { $0.id == message.id }
      queue.attempts[message.id] = nil
      journal.add(message.id)
      save(journal, of: hook)
    }
  }

  private func events(
    since commit: ObjectID,
    in snapshot: RegistrySnapshot
  ) async throws -> [WebhookEvent] {
    try await access.read { workspace in
      let earlier = try workspace.snapshot(at: commit)
      var events: [WebhookEvent] = []
      for entry in snapshot.allComponents {
        let old = earlier.component(named: entry.name)
        guard entry.log != old?.log else { continue }
        let log = try workspace.log(of: entry)
        let known = try old.map { try workspace.log(of: $0) } ?? ReleaseLog(file: "")
        let index = ReleaseIndex(log)
        events += known.records(missingSince: log).compactMap {
          WebhookEvent($0, of: entry.name, in: index)
        }
      }
      return events.sorted(by: WebhookEvent.precedes)
    }
  }

  /// Returns whether that is done, or given up.
  private func deliver(_ message: Queue.Message, _ attempt: Int, to hook: Webhook) async -> Bool {
    let (event, id) = (message.event, message.id)
    let body = event.body(in: message.scope, at: address)
    let headers = [
      "User-Agent: registry-server",
      "X-Registry-Event: \(event.kind.rawValue)", "X-Registry-Delivery: \(id)",
      hook.signature(of: body),
    ]
    let what = "the \(event.kind.rawValue) of \(event.component) \(event.release.version)"
    let facts: Logger.Metadata = ["delivery": "\(id)"]
    do {
      try await client.post(body, headers, to: hook)
      logger.info("told '\(hook.host)' of \(what)", metadata: facts)
      return true
    } catch {
      guard attempt < pauses.count else {
        logger.error("cannot tell '\(hook.host)' of \(what), giving up: \(error)", metadata: facts)
        return true
      }
      if attempt == 0 {
        logger.warning("cannot tell '\(hook.host)' of \(what) yet: \(error)", metadata: facts)
      }
      return false
    }
  }

  private func save(_ journal: WebhookJournal, of hook: Webhook) {
    do {
      try journal.save()
    } catch {
      logger.error("cannot record what '\(hook.host)' was told, a restart may repeat it: \(error)")
    }
  }

  /// Returns whether the server is still to run after this time.
  private func pause(_ time: Duration) async -> Bool {
    try? await cancelWhenGracefulShutdown { try await Task.sleep(for: time) }
    return isRunning
  }

  private var isRunning: Bool { !Task.isShuttingDownGracefully && !Task.isCancelled }
}

/// Sends what a webhook is told, on threads of its own: a receiver that does not answer keeps no
/// request waiting.
package final class WebhookClient: Sendable {
  private let threads: NIOThreadPool

  /// - Parameter connections: At the same time.
  init(connections: Int) {
    threads = NIOThreadPool(numberOfThreads: connections)
    threads.start()
  }

  /// - Throws: Unless the receiver accepts it.
  func post(_ body: [UInt8], _ headers: [String], to hook: Webhook) async throws {
    let status = try await threads.runIfActive {
      let folder = try TemporaryFolder()
      let file = "\(folder.path)/event"
      try LocalFile.update(file, to: body)
      var exchange = HTTPExchange(url: hook.url)
      exchange.headers = headers
      exchange.content = (file, "application/json")
      do {
        return try exchange.run(in: folder.path).status
      } catch let error as OperationError {
        let message = error.message.replacing("'\(hook.url)'", with: "'\(hook.host)'")
        throw OperationError(error.code, message, help: error.help)
      }
    }
    guard 200..<300 ~= status else {
      throw OperationError(.unreachable, "'\(hook.host)' answered \(status)")
    }
  }

  deinit {
    threads.shutdownGracefully { _ in }
  }
}

/// The record of what a webhook was sent, so that a restart neither loses nor repeats anything: a
/// commit of which it knows all, and the deliveries since then.
///
/// It is beside the token file, and not in the cache, which may be removed.
struct WebhookJournal {
  private let path: String
  private(set) var commit: ObjectID
  private var deliveries: Set<String> = []

  /// - Parameter start: Where a webhook begins that was told nothing yet.
  init(at path: String, start: ObjectID) {
    self.path = path
    commit = start
    guard let bytes = try? LocalFile.read(path) else { return }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard let first = lines.first, let known = try? ObjectID(hex: first) else { return }
    commit = known
    deliveries = Set(lines.dropFirst())
  }

  func contains(_ delivery: String) -> Bool { deliveries.contains(delivery) }

  mutating func add(_ delivery: String) {
    deliveries.insert(delivery)
  }

  /// Everything up to this commit was told.
  mutating func finish(_ commit: ObjectID) {
    self.commit = commit
    deliveries = []
  }

  func save() throws(OperationError) {
    let lines = [commit.hex] + deliveries.sorted()
    let replacement = StagedReplacement(path: path, staging: "\(path).new")
    // Not without the git directory, in whose place nothing is to be.
    try LocalFile.makeDirectory(replacement.folder)
    try replacement.replace(with: Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}

/// A release or a withdrawal that a webhook is told of.
struct WebhookEvent: Sendable {
  enum Kind: String {
    case release
    case withdrawal
  }

  let kind: Kind
  let component: ComponentName
  /// The release that was made or withdrawn.
  let release: Release
  let date: RecordDate
  let reason: String?

  /// - Parameter index: The published releases of the component.
  init?(_ record: LogRecord, of component: ComponentName, in index: ReleaseIndex) {
    self.component = component
    let version: SemanticVersion
    switch record {
    case .release(let release):
      (kind, version, date, reason) = (.release, release.version, release.date, nil)
    case .yank(let yank):
      (kind, version, date, reason) = (.withdrawal, yank.version, yank.date, yank.reason)
    }
    guard let position = index.position(of: version) else { return nil }
    release = index.releases[position]
  }

  /// The identifier of its delivery, the same at each attempt and on each server.
  func id(in scope: ScopeName) -> String {
    StableID.uuid(of: "\(kind.rawValue) \(component.identity(in: scope)) \(release.version)")
  }

  /// - Parameter address: `nil` if the server does not know its URL.
  func body(in scope: ScopeName, at address: Address?) -> [UInt8] {
    var members: [String: JSONValue] = [
      "component": .string(component.text),
      "date": .string(date.description),
      "event": .string(kind.rawValue),
      "id": .string(component.identity(in: scope)),
      "version": .string(release.version.description),
    ]
    members["checksum"] = release.archive.map { .string($0.hexadecimal) }
    // What was uploaded has no commit in this repository.
    if !release.isUploaded { members["commit"] = .string(release.source.description) }
    members["reason"] = reason.map { .string($0) }
    members["url"] = address.map { .string($0.release(scope, component, release.version)) }
    return Array(JSONValue.object(members).compact.utf8)
  }
}

extension WebhookEvent {
  /// The order in which they are told: as they happened.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    if left.date != right.date { return left.date < right.date }
    if left.component != right.component { return left.component < right.component }
    if left.kind != right.kind { return left.kind == .release }
    return left.release.version < right.release.version
  }
}

/// A URL that is told of releases and withdrawals, and the secret that signs what it is told.
package struct Webhook: Hashable, Sendable {
  let url: String
  private let secret: String

  /// - Parameter url: With `http:` or `https:`.
  package init(url: String, secret: String) {
    (self.url, self.secret) = (url, secret)
  }

  /// The host, for messages: the path of a URL is often a secret.
  var host: String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    return String(authority.split(separator: "@").last ?? authority)
  }

  /// The header by which the receiver knows that this server has sent the body.
  func signature(of body: [UInt8]) -> String {
    let key = SymmetricKey(data: Array(secret.utf8))
    let code = HMAC<Crypto.SHA256>.authenticationCode(for: body, using: key)
    return "X-Registry-Signature-256: sha256=\(Hexadecimal.text(code))"
  }
}
