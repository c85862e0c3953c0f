package import Model
package import Sharing
import Site
import Versions
import HTTPTypes
package import Hummingbird
package import Logging

/// The service: a registry, its archives, and the routes that lead to them.
package struct RegistryService: Sendable {
  package struct Options: Sendable {
    /// The public URL without a trailing slash; `nil` to use the Host header of each request.
    package var publicURL: String?
    /// Whether the server itself terminates TLS.
    package var isEncrypted = false
    /// `nil` for the file in the git directory.
    package var tokens: TokenFile?
    /// Whether reading requires a token, too.
    package var guardsReading = false
    /// Makes a copy fetch from its upstream; `nil` for a registry that is no copy.
    ///
    /// Publishing to a copy is disabled: the next fetch would drop what was published to it.
    package var upstream: Bell?
    /// Whether uploads must be signed, even if the manifest does not say so.
    package var requiresSignatures = false
    package var publishRates = PublishLimits.Rates()
    /// How many uploads there may be at the same time, and how many of each token.
    package var uploads = (all: 16, ofToken: 4)
    /// How many a client may have in a minute.
    package var failedLogins = 10
    package var proxies = TrustedProxies()
    /// How many comparisons of releases may be waited for at the same time.
    package var comparisons = 8
    /// The bound on all archive files together, in bytes.
    package var cacheBound = 1 << 30
    /// Whether `/health` and `/metrics` are only answered at an address of their own.
    package var hasStatusAddress = false
    package var health = ServerHealth()
    /// Where `registry docs` writes; `nil` for its folder in the registry's cache.
    package var documentation: String?
    /// The number of open connections, for `/metrics`.
    package var connections: @Sendable () -> Int = { 0 }

    /// The length of a list's page: few packages have more releases, and each page is a request.
    package var pageSize = 1_000
    /// The clock of the rate limits.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Where the writes of tests are stopped.
    package var failures = FailureInjection.environment

    package init() {}
  }

  package let registry: ServedRegistry
  package let health: ServerHealth

  let archives: ArchiveStore
  let manifests: ManifestLibrary
  let pages: PageLibrary
  let documentation: DocumentationFolder
  let renderer: PageRenderer
  let gatekeeper: Gatekeeper
  let desk: PublishDesk
  let options: Options
  let owners = CommitValues<String, RepositoryOwners>()
  let metrics = ServerMetrics()
  let logger: Logger

  /// Opens the repository and reads the branch.
  package init(
    _ location: RepositoryAccess.Location,
    options: Options = Options(),
    logger: Logger
  ) throws {
    registry = try ServedRegistry(location, bound: options.cacheBound, logger: logger)
    health = options.health
    self.logger = logger
    let access = try RepositoryAccess(location)
    let tokens = try access.readHere { options.tokens ?? $0.tokenFile }
    archives = try ArchiveStore(access, bound: options.cacheBound, logger: logger)
    manifests = ManifestLibrary(archives)
    let usual = DocumentationFolder.usualBase
    documentation = try DocumentationFolder(
      access.readHere { options.documentation ?? $0.cachePath(usual) }
    )
    pages = PageLibrary(
      registry,
      try RepositoryAccess(location),
      ComparisonQueue(try RepositoryAccess(location), places: options.comparisons),
      archives,
      documentation
    )
    renderer = try PageRenderer()
    do {
      _ = try tokens.read()
    } catch {
      logger.error("cannot read the tokens, refusing all: \(error)")
    }
    gatekeeper = Gatekeeper(
      registry,
      TokenKeeper(tokens),
      guardsReading: options.guardsReading,
      isReadOnly: options.upstream != nil,
      proxies: options.proxies,
      failedLogins: options.failedLogins,
      now: options.now
    )
    desk = PublishDesk(
      try RepositoryAccess(location),
      registry,
      queue: PublishQueue(places: options.uploads.all, placesOfToken: options.uploads.ofToken),
      limits: PublishLimits(options.publishRates, now: options.now),
      requiresSignatures: options.requiresSignatures,
      failures: options.failures
    )
    self.options = options
  }

  /// Answers requests: all routes, behind the log.
  package func responder() -> RequestLog<RouterResponder<RegistryRequestContext>> {
    RequestLog(router().buildResponder(), metrics, proxies: options.proxies, logger)
  }

  /// Makes the pages of all components that were asked for, and what all of them are made of, for the
  /// served commit.
  package func makePages() async { await pages.makePages() }

  /// Removes the archives for which the cache has no room.
  package func trimArchives() { archives.trim() }

  /// Logs requests that do not reach the responder.
  package var refusals: RefusalLog { RefusalLog(metrics, logger) }

  /// Answers `/health` and `/metrics` alone, for an address of their own.
  package func statusResponder() -> RouterResponder<RegistryRequestContext> {
    let router = Router(
      context: RegistryRequestContext.self,
      options: .autoGenerateHeadEndpoints
    )
    router.add(middleware: ProblemMiddleware())
    status.add(to: router)
    return router.buildResponder()
  }

  var status: StatusRoutes {
    StatusRoutes(
      registry: registry,
      health: health,
      metrics: metrics,
      connections: options.connections
    )
  }
}
