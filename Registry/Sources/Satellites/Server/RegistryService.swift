import HTTPTypes
package import Hummingbird
package import Logging
package import Model
package import Sharing
import Site
import Versions

/// The service: a registry, its archives, and the routes that lead to them.
package struct RegistryService: Sendable {
  /// The options of the service; the defaults are those of a server without any settings.
  package struct Options: Sendable {
    /// The public URL without a trailing slash; `nil` to use the Host header of each request.
    package var publicURL: String?
    /// Whether the server itself terminates TLS.
    package var isEncrypted = false
    /// The file of the tokens; `nil` for the one in the git directory.
    package var tokens: TokenFile?
    /// Whether reading requires a token, too.
    package var guardsReading = false
    /// Makes a copy fetch from its upstream; `nil` for a registry that is no copy.
    ///
    /// Publishing to a copy is disabled: the next fetch would drop what was published to it.
    package var upstream: FetchTrigger?
    /// Whether uploads must be signed, even if the manifest does not say so.
    package var requiresSignatures = false
    /// The rates of new components and versions.
    package var publishRates = UploadLimits.Rates()
    /// The number of uploads at the same time, and of those with one token.
    package var uploads = (all: 16, ofToken: 4)
    /// The number of failed logins that a client may have in a minute.
    package var failedLogins = 10
    /// The proxies whose statement of the client's address is trusted.
    package var proxies = TrustedProxies()
    /// The number of comparisons of releases that may be waited for at the same time.
    package var comparisons = 8
    /// The bound on all archive files together, in bytes.
    package var cacheBound = 1 << 30
    /// The size from which archives are stored, in bytes: smaller ones are created for each request.
    package var smallestStoredArchive = 16 << 10
    /// Whether `/health` and `/metrics` are only answered at an address of their own.
    package var hasStatusAddress = false
    /// The health that `/health` and `/metrics` report.
    package var health = ServerHealth()
    /// The folder that `registry docs` writes; `nil` for its folder in the registry's cache.
    package var documentation: String?
    /// The number of open connections, for `/metrics`.
    package var connections: @Sendable () -> Int = { 0 }

    /// The length of a list's page: few packages have more releases, and each page is a request.
    package var pageSize = 1_000
    /// The clock of the rate limits.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// The points at which tests stop writes.
    package var failures = FailureInjection.environment

    package init() {}
  }

  /// The state that is served.
  package let registry: ServedRegistry
  /// The health that `/health` and `/metrics` report.
  package let health: ServerHealth

  let archives: ArchiveStore
  let manifests: ManifestLibrary
  let pages: PageLibrary
  let documentation: DocumentationFolder
  let authorizer: Authorizer
  let handler: UploadHandler
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
    archives = try ArchiveStore(
      access,
      bound: options.cacheBound,
      smallestStored: options.smallestStoredArchive,
      logger: logger
    )
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
    do {
      _ = try tokens.read()
    } catch {
      logger.error("cannot read the tokens, refusing all: \(error)")
    }
    authorizer = Authorizer(
      registry,
      TokenStore(tokens),
      guardsReading: options.guardsReading,
      isReadOnly: options.upstream != nil,
      proxies: options.proxies,
      failedLogins: options.failedLogins,
      now: options.now
    )
    handler = UploadHandler(
      try RepositoryAccess(location),
      registry,
      queue: UploadQueue(places: options.uploads.all, placesOfToken: options.uploads.ofToken),
      limits: UploadLimits(options.publishRates, now: options.now),
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

extension RegistryService {
  func router() -> Router<RegistryRequestContext> {
    let router = Router(
      context: RegistryRequestContext.self,
      options: .autoGenerateHeadEndpoints
    )
    let route = RegistryRoute(
      registry: registry,
      publicURL: options.publicURL,
      isEncrypted: options.isEncrypted
    )
    router.add(middleware: ProblemMiddleware())
    router.add(middleware: ReadingMiddleware(authorizer: authorizer, route: route))
    if let trigger = options.upstream {
      router.add(middleware: UpstreamMiddleware(route: route, trigger: trigger))
    }
    router.add(middleware: ConditionalMiddleware())
    router.get("/availability") { request, context in
      try AvailabilityAnswer().handle(request, context)
    }
    if !options.hasStatusAddress { status.add(to: router) }
    router.post("/login") { request, context in
      try await Login(authorizer: authorizer).handle(request, context)
    }
    router.refuseOtherMethods(at: ["/login"], allowed: [.post])
    router.get("/identifiers") { request, context in
      try await LookUpIdentifiers(route: route, owners: owners).handle(request, context)
    }
    let pages = PageRoutes(route: route, library: pages)
    pages.add(to: router)
    // Where the scope has that name, its components come first.
    if registry.snapshot.manifest.scope.key != DocumentationFolder.usualBase {
      DocumentationRoutes(route: route, folder: documentation).add(to: router)
    }
    router.refuseOtherMethods(at: ["/availability", "/identifiers"], allowed: [.get, .head])
    // Of two routes, the one with a fixed first part is chosen: without its own, the packages of a
    // scope with the name of a page would not be found.
    for scope in ["{scope}", registry.scope.key] {
      pages.add(packagesOf: scope, to: router)
      addPackages(of: scope, route, pages, to: router)
    }
    return router
  }

  /// - Parameter scope: The first part of their paths.
  private func addPackages(
    of scope: String,
    _ route: RegistryRoute,
    _ pages: PageRoutes,
    to router: Router<RegistryRequestContext>
  ) {
    router.get("/\(scope)/{name}") { request, context in
      var response =
        PageRoutes.isAskedFor(request)
        ? try await pages.component(request, context)
        : try await ListReleases(route: route, pageSize: options.pageSize).handle(request, context)
      // Otherwise, a cache could serve one of them instead of the other.
      response.headers[.vary] = "Accept"
      return response
    }
    router.get("/\(scope)/{name}/{version}") { request, context in
      let isArchive = context.parameters.get("version")?.hasSuffix(DownloadArchive.suffix) == true
      if isArchive {
        return try await DownloadArchive(route: route, archives: archives).handle(request, context)
      }
      var response =
        PageRoutes.isAskedFor(request)
        ? try await pages.release(request, context)
        : try await ReleaseDetails(route: route).handle(request, context)
      response.headers[.vary] = "Accept"
      return response
    }
    router.get("/\(scope)/{name}/{version}/api") { try await pages.interface($0, $1) }
    router.get("/\(scope)/{name}/{version}/Package.swift") { request, context in
      try await FetchManifest(route: route, manifests: manifests)
        .handle(request, context)
    }
    router.put("/\(scope)/{name}/{version}") { request, context in
      try await CreateRelease(route: route, authorizer: authorizer, handler: handler)
        .handle(request, context)
    }
    router.delete("/\(scope)/{name}/{version}") { request, context in
      try await WithdrawRelease(route: route, authorizer: authorizer, handler: handler)
        .handle(request, context)
    }
    router.refuseOtherMethods(
      at: [
        "/\(scope)/{name}", "/\(scope)/{name}/{version}/Package.swift",
        "/\(scope)/{name}/{version}/api",
      ],
      allowed: [.get, .head]
    )
    router.refuseOtherMethods(
      at: ["/\(scope)/{name}/{version}"],
      allowed: [.get, .head, .put, .delete]
    )
  }
}

extension Router {
  /// Answers all other methods with the allowed ones.
  func refuseOtherMethods(at paths: [RouterPath], allowed: [HTTPRequest.Method]) {
    let names = allowed.map(\.rawValue).joined(separator: ", ")
    for path in paths {
      for method in RequestCheck.methods where !allowed.contains(method) {
        on(path, method: method) { request, _ -> Response in
          throw Problem(
            .methodNotAllowed,
            "'\(request.method.rawValue)' is not allowed here, expected \(names)",
            headers: [.allow: names]
          )
        }
      }
    }
  }
}
