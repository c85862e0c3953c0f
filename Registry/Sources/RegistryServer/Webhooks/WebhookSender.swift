import Errors
import Git
import GitValues
package import Logging
import RegistryContent
import RegistryModel
import ServiceLifecycle
import Versioning
import Workspace

/// Tells webhooks of each release and withdrawal that is served, one after the other.
///
/// A webhook that was told nothing yet begins with the commit that is served then.
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

  /// After an attempt that failed, for 17 minutes in all.
  package static let pauses = (0..<10).map { Duration.seconds(1 << $0) }

  /// - Parameters:
  ///   - publicURL: That the URLs of releases begin with; `nil` to leave them out.
  ///   - interval: At which it looks for a new commit.
  ///   - pauses: Between the attempts of one delivery.
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
    repeat {
      let snapshot = registry.snapshot
      if snapshot.commit != journal.commit { await tell(hook, of: snapshot, &journal) }
    } while await pause(interval)
  }

  private func tell(
    _ hook: Webhook,
    of snapshot: RegistrySnapshot,
    _ journal: inout WebhookJournal
  ) async {
    let scope = snapshot.manifest.scope
    do {
      for event in try await events(since: journal.commit, in: snapshot) {
        let id = event.id(in: scope)
        guard !journal.contains(id) else { continue }
        guard await deliver(event, id, in: scope, to: hook) else { return }
        journal.add(id)
        save(journal, of: hook)
      }
    } catch {
      logger.error(
        "cannot read what is new since '\(journal.commit)', not telling '\(hook.host)': \(error)"
      )
    }
    journal.finish(snapshot.commit)
    save(journal, of: hook)
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

  /// Returns whether that is done, or given up; otherwise the server ends.
  private func deliver(
    _ event: WebhookEvent,
    _ id: String,
    in scope: ScopeName,
    to hook: Webhook
  ) async -> Bool {
    let body = event.body(in: scope, at: address)
    let headers = [
      "User-Agent: registry-server",
      "X-Registry-Event: \(event.kind.rawValue)", "X-Registry-Delivery: \(id)",
      hook.signature(of: body),
    ]
    let what = "the \(event.kind.rawValue) of \(event.component) \(event.release.version)"
    let facts: Logger.Metadata = ["delivery": "\(id)"]
    for (attempt, next) in (pauses.map(Optional.some) + [nil]).enumerated() {
      do {
        try await client.post(body, headers, to: hook)
        logger.info("told '\(hook.host)' of \(what)", metadata: facts)
        return true
      } catch {
        guard let next else {
          logger.error(
            "cannot tell '\(hook.host)' of \(what), giving up: \(error)",
            metadata: facts
          )
          return true
        }
        if attempt == 0 {
          logger.warning("cannot tell '\(hook.host)' of \(what) yet: \(error)", metadata: facts)
        }
        guard await pause(next) else { return false }
      }
    }
    return true
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
    return !Task.isShuttingDownGracefully && !Task.isCancelled
  }
}
