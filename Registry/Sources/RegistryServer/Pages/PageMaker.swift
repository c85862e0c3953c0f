package import Logging
import ServiceLifecycle

/// Reads the releases of all components after the start, and computes then and after each commit what
/// the pages of all components show, before they are requested.
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
    await service.preparePages()
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }
      let commit = service.registry.commit
      if commit != last { await service.preparePages() }
      last = commit
    }
  }
}
