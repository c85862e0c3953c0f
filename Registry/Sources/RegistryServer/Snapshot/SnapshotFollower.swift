package import Logging
import RegistryContent
import ServiceLifecycle

/// Updates the snapshot when the branch changes, for as long as the server runs.
///
/// If a commit cannot be loaded, this is logged once, and once more when loading works again; until
/// then, the last valid snapshot is served.
package struct SnapshotFollower: Service {
  private let registry: ServedRegistry
  private let interval: Duration
  private let logger: Logger

  package init(_ registry: ServedRegistry, interval: Duration, logger: Logger) {
    self.registry = registry
    self.interval = interval
    self.logger = logger
  }

  package func run() async throws {
    var complaint: String?
    var isComplete = false
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      do {
        if complaint != nil { try await registry.access.reopen() }
        if try await registry.refresh() {
          isComplete = false
          logger.info("serving a new commit", metadata: ["commit": "\(registry.snapshot.commit)"])
        }
        if !isComplete { try await registry.readAll() }
        isComplete = true
        if complaint != nil { logger.notice("the repository can be read again") }
        complaint = nil
      } catch is CancellationError {
        break
      } catch {
        if complaint != "\(error)" {
          logger.error(
            "cannot load the branch, serving the last valid commit: \(error)",
            metadata: ["commit": "\(registry.snapshot.commit)"]
          )
        }
        complaint = "\(error)"
      }
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
    }
  }
}
