package import Logging
import ServiceLifecycle

/// Reads the releases of all components after the start, so that the first request for one does not
/// have to wait for it.
package struct ReleaseReader: Service {
  private let registry: ServedRegistry
  private let logger: Logger

  package init(_ registry: ServedRegistry, logger: Logger) {
    (self.registry, self.logger) = (registry, logger)
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      do {
        try await registry.readAll()
      } catch is CancellationError {
      } catch {
        logger.error("cannot read all releases, reading them when they are requested: \(error)")
      }
      // A service that ends would end the server.
      try? await gracefulShutdown()
    }
  }
}
