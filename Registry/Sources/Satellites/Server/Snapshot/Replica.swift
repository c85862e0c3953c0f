import Base
import Git
import Mirror
package import Logging
import NIOPosix
import ServiceLifecycle

/// A bare copy of another repository that this process keeps up to date by fetching.
package struct Replica: Service {
  private let directory: String
  private let copy: BranchCopy
  private let interval: Duration
  private let leastInterval: Duration
  private let bell: Bell
  private let health: ServerHealth
  private let logger: Logger

  /// - Parameters:
  ///   - directory: Of the copy, which is created if it is missing.
  ///   - upstream: A URL, which may have a password, or a path.
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
    copy = BranchCopy(at: directory, of: upstream)
    self.interval = interval
    self.leastInterval = leastInterval
    self.bell = bell
    self.health = health
    self.logger = logger
  }

  /// Creates the copy, or updates it.
  ///
  /// - Throws: If there is no copy to serve, or if what is there is not a copy of the upstream; if an
  ///   older one exists, other failures are only logged.
  package func prepare() throws {
    let repository = try opened()
    try CopyLeftovers.remove(from: repository)
    do throws(OperationError) {
      try copy.update()
      _ = health.fetched(nil)
    } catch {
      if error.code == .notACopy { throw Self.notACopy(error.message) }
      // If the first fetch failed, the copy has no branches.
      if try repository.references(matching: "refs/heads/*").isEmpty { throw error }
      logger.error("cannot update the mirror, serving its last state: \(error)")
      _ = health.fetched(ServerHealth.Fault(message: "\(error)"))
    }
  }

  private func opened() throws -> Repository {
    let isMissing = LocalFile.kind(at: directory) == nil
    if try isMissing || LocalFile.names(in: directory).isEmpty {
      logger.notice("cloning '\(copy.source)' into '\(directory)'")
      return try Repository.create(at: directory, isBare: true)
    }
    guard LocalFile.kind(at: "\(directory)/HEAD") != nil else {
      throw Self.notACopy("the folder '\(directory)' is neither empty nor a bare repository")
    }
    return try Repository.open(at: directory)
  }

  private static func notACopy(_ reason: String) -> OperationError {
    OperationError(
      .notACopy,
      reason,
      help: "name another folder for the copy with '--repository', or remove this one if it is a"
        + " copy: it is cloned again"
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
    try await NIOThreadPool.singleton.runIfActive { [copy] in try copy.update() }
  }
}
