import ServiceLifecycle

/// Makes the pages of all components after each commit, for as long as the server runs, so that nobody
/// who asks for one has to wait for it.
///
/// Only those are made that were asked for since the start; what they are made of is always there.
package struct PageMaker: Service {
  private let service: RegistryService
  private let interval: Duration

  package init(_ service: RegistryService, interval: Duration) {
    (self.service, self.interval) = (service, interval)
  }

  package func run() async throws {
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
