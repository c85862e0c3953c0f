package import Logging
import ServiceLifecycle

/// Keeps the snapshot behind the branch for as long as the server runs.
///
/// What cannot be taken up is said once, and once more when it is over; the last good snapshot is
/// served meanwhile.
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
