import HTTPTypes
import Hummingbird
import Sharing

/// Lets only those read who have a token for it, where the operator wants that; who presents a token
/// that is none is refused anywhere.
struct ReadingMiddleware: RouterMiddleware {
  typealias Context = RegistryRequestContext

  let gatekeeper: Gatekeeper

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      return try await next(request, context)
    }
    guard gatekeeper.guardsReading, request.uri.path != "/availability" else {
      _ = try await gatekeeper.token(of: request, context)
      return try await next(request, context)
    }
    var context = context
    context.reader = try await gatekeeper.permit(.read, request, context) {
      try context.parameters.get("name").map { _ in try RegistryRoute.package(context).name }
    }
    var response = try await next(request, context)
    // A cache that is shared must not hand to everybody what one may read.
    if let control = response.headers[.cacheControl] {
      response.headers[.cacheControl] = control.replacing("public", with: "private")
    }
    return response
  }
}
