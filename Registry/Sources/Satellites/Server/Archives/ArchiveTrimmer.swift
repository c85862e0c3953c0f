import NIOPosix
import ServiceLifecycle

/// Removes archives that the cache has no room for, in its own time: requests only note what they
/// used.
package struct ArchiveTrimmer: Service {
  private let archives: ArchiveStore

  package init(_ service: RegistryService) {
    archives = service.archives
  }

  package func run() async throws {
    for await _ in archives.overfull.cancelOnGracefulShutdown() {
      try await NIOThreadPool.singleton.runIfActive { [archives] in archives.trim() }
    }
  }
}
