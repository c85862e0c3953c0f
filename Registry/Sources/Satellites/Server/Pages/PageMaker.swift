package import Logging
import ServiceLifecycle

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
