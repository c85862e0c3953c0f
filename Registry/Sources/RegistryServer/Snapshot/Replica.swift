import Errors
import Git
package import Logging
import Mirroring
import NIOPosix
import ServiceLifecycle

/// A bare copy of another repository that this process keeps up to date by fetching.
package struct Replica: Service {
  private let directory: String
  private let upstream: String
  private let interval: Duration
  private let leastInterval: Duration
  private let bell: Bell
  private let health: ServerHealth
  private let logger: Logger

  /// - Parameters:
  ///   - directory: Of the copy, which is created if it is missing.
  ///   - upstream: A URL, or a path.
  ///   - leastInterval: Between two fetches, however often the bell rings.
  ///   - bell: Makes it fetch at once.
  ///   - health: Where it says when it has fetched.
  package init(
    directory: String,
    upstream: String,
    interval: Duration,
    leastInterval: Duration = .seconds(1),
    bell: Bell = Bell(),
    health: ServerHealth = ServerHealth(),
    logger: Logger
  ) {
    self.directory = directory
    self.upstream = upstream
    self.interval = interval
    self.leastInterval = leastInterval
    self.bell = bell
    self.health = health
    self.logger = logger
  }

  /// Creates the copy, or updates it.
  ///
  /// - Throws: If there is no copy to serve; if an older one exists, failures are only logged.
  package func prepare() throws {
    if let copy = try? Repository.open(at: directory) {
      try CopyLeftovers.remove(from: copy)
      do throws(OperationError) {
        try copy.mirrorBranches(of: upstream)
      } catch {
        // If the first fetch failed, the copy has no branches.
        if try copy.references(matching: "refs/heads/*").isEmpty { throw Self.advised(error) }
        logger.error("cannot update the mirror, serving its last state: \(error)")
      }
      return
    }
    let copy = try Repository.create(at: directory, isBare: true)
    do throws(OperationError) {
      try copy.mirrorBranches(of: upstream)
    } catch {
      throw Self.advised(error)
    }
  }

  /// Adds help if nothing was ever fetched, because the URL itself may be wrong.
  private static func advised(_ error: OperationError) -> OperationError {
    OperationError(
      error.code,
      error.message,
      help: error.help
        ?? "check that '--mirror' is the URL or the path of a reachable repository"
    )
  }

  package func run() async throws {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      await cancelWhenGracefulShutdown { await bell.pause(interval) }
      guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
      await bell.round { await look() }
      try? await cancelWhenGracefulShutdown { try await Task.sleep(for: leastInterval) }
    }
  }

  private func look() async {
    let hadFault = health.fetchFault != nil
    do {
      try await fetch()
      if health.fetched(nil), hadFault {
        logger.notice("the upstream repository is reachable again")
      }
    } catch {
      if health.fetched(ServerHealth.Fault(message: "\(error)")) { logger.error("\(error)") }
    }
  }

  /// Once, off the threads that answer requests.
  package func fetch() async throws {
    try await NIOThreadPool.singleton.runIfActive { [directory, upstream] in
      try Repository.open(at: directory).mirrorBranches(of: upstream)
    }
  }
}
