package import Logging
import Site
import ServiceLifecycle

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
