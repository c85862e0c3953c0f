import Model
import Site
import Versions
import Hummingbird
import HTTPTypes

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
    router.add(middleware: ReadingMiddleware(gatekeeper: gatekeeper, route: route))
    if let bell = options.upstream {
      router.add(middleware: UpstreamMiddleware(route: route, bell: bell))
    }
    router.add(middleware: ConditionalMiddleware())
    router.get("/availability") { request, context in
      try AvailabilityAnswer().handle(request, context)
    }
    if !options.hasStatusAddress { status.add(to: router) }
    router.post("/login") { request, context in
      try await Login(gatekeeper: gatekeeper).handle(request, context)
    }
    router.refuseOtherMethods(at: ["/login"], allowed: [.post])
    router.get("/identifiers") { request, context in
      try await LookUpIdentifiers(route: route, owners: owners).handle(request, context)
    }
    let pages = PageRoutes(route: route, library: pages, renderer: renderer)
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
      try await PublishARelease(route: route, gatekeeper: gatekeeper, desk: desk)
        .handle(request, context)
    }
    router.delete("/\(scope)/{name}/{version}") { request, context in
      try await WithdrawRelease(route: route, gatekeeper: gatekeeper, desk: desk)
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
