package import Base
import Git
import HTTPTypes
import Hummingbird
package import Logging
import Mirror
package import Model
import NIOPosix
import ServiceLifecycle
import Site
import Synchronization
import Versions

/// A bare copy of another repository that this process keeps up to date by fetching.
package struct Replica: Service {
  private let directory: String
  private let copy: BranchCopy
  private let interval: Duration
  private let leastInterval: Duration
  private let trigger: FetchTrigger
  private let health: ServerHealth
  private let logger: Logger

  /// - Parameters:
  ///   - directory: Of the copy, which is created if it is missing.
  ///   - upstream: A URL, which may have a password, or a path.
  ///   - leastInterval: Between two fetches, however often the trigger is pulled.
  ///   - trigger: Makes it fetch at once.
  ///   - health: Where it says when it has fetched.
  package init(
    directory: String,
    upstream: String,
    interval: Duration,
    leastInterval: Duration = .seconds(1),
    trigger: FetchTrigger = FetchTrigger(),
    health: ServerHealth = ServerHealth(),
    logger: Logger
  ) {
    self.directory = directory
    copy = BranchCopy(at: directory, of: upstream)
    self.interval = interval
    self.leastInterval = leastInterval
    self.trigger = trigger
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
      await cancelWhenGracefulShutdown { await trigger.pause(interval) }
      guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
      await trigger.round { await look() }
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

/// Lets a copy look at its upstream before it says that a package or a release is unknown, because
/// another copy may already have listed it.
///
/// All requests that wait share the next fetch.
struct UpstreamMiddleware: RouterMiddleware {
  typealias Context = RegistryRequestContext

  let route: RegistryRoute
  /// Makes the replica fetch.
  let trigger: FetchTrigger

  /// The time after which the copy answers by what it has.
  private static let timeout = Duration.seconds(5)

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let commit = registry.commit
    let first: Result<Response, any Error>
    do {
      first = .success(try await next(request, context))
    } catch {
      first = .failure(error)
    }
    guard Self.isUnknown(first), isOfThisRegistry(context) else { return try first.get() }
    await trigger.waitForFetch(upTo: Self.timeout)
    // The follower logs why a commit cannot be loaded.
    _ = try? await registry.refresh()
    return registry.commit == commit ? try first.get() : try await next(request, context)
  }

  private static func isUnknown(_ result: Result<Response, any Error>) -> Bool {
    switch result {
    case .success(let response): response.status == .notFound
    case .failure(let error): (error as? Problem)?.status == .notFound
    }
  }

  private func isOfThisRegistry(_ context: Context) -> Bool {
    guard let name = try? route.package(context) else { return false }
    return name.scope.map(registry.snapshot.manifest.accepts) ?? true
  }

  private var registry: ServedRegistry { route.registry }
}

/// The repository on its own thread, so that answering requests never waits for git.
///
/// One task at a time uses it; work that must not wait for others opens its own access. The thread
/// ends with the access.
package final class RepositoryAccess: Sendable {
  /// The location of the repository and its data.
  package struct Location: Hashable, Sendable {
    /// A folder of the repository, from which it is found.
    package var directory: String
    /// The path of the manifest as typed by a person; `nil` to search for it.
    package var manifest: String?
    /// The name of the branch; `nil` for the one that is checked out.
    package var branch: String?

    package init(directory: String, manifest: String? = nil, branch: String? = nil) {
      self.directory = directory
      self.manifest = manifest
      self.branch = branch
    }

    /// Opens the repository anew, as the branch is now.
    package func open() throws(OperationError) -> Workspace {
      try Workspace(directory: directory, manifest: manifest, branch: branch)
    }
  }

  /// The location that was opened.
  package let location: Location
  private let workspace: Mutex<Workspace>
  private let thread = NIOThreadPool(numberOfThreads: 1)

  /// Opens the repository, and starts the thread.
  package init(_ location: Location) throws {
    self.location = location
    workspace = Mutex(try location.open())
    thread.start()
  }

  /// Runs `body` with the repository, on its thread.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing Workspace) throws -> Value
  ) async throws -> Value {
    try await thread.runIfActive { try self.readHere(body) }
  }

  /// Runs `body` with the repository on the caller's thread, before there are requests to answer.
  func readHere<Value: Sendable>(_ body: (borrowing Workspace) throws -> Value) throws -> Value {
    try workspace.withLock { try body($0) }
  }

  /// Opens the repository again, because it may have been replaced.
  func reopen() async throws {
    try await thread.runIfActive {
      try self.workspace.withLock { $0 = try self.location.open() }
    }
  }

  deinit {
    thread.shutdownGracefully { _ in }
  }
}
