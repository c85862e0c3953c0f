import HTTPTypes
import Hummingbird
import Sharing

/// Requires a token for reading, if the operator wants that.
struct ReadingMiddleware: RouterMiddleware {
  typealias Context = RegistryRequestContext

  let gatekeeper: Gatekeeper
  let route: RegistryRoute

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      return try await next(request, context)
    }
    guard gatekeeper.guardsReading, !Self.isOpen(request.uri.path) else {
      await gatekeeper.note(request, context)
      return try await next(request, context)
    }
    var context = context
    context.reader = try await gatekeeper.permit(.read, request, context) {
      try context.parameters.get("name").map { _ in try route.package(context) }
    }
    var response = try await next(request, context)
    // A shared cache must not serve the answer to others.
    if let control = response.headers[.cacheControl] {
      response.headers[.cacheControl] = control.replacing("public", with: "private")
    }
    return response
  }

  /// Clients and load balancers ask without a token whether there is a registry.
  private static func isOpen(_ path: String) -> Bool {
    ["/availability", "/health"].contains(path)
  }
}
