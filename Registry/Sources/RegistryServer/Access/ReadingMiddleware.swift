import HTTPTypes
import Hummingbird
import RegistryOperations

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
    let isReading = request.method == .get || request.method == .head
    if isReading, gatekeeper.guardsReading, request.uri.path != "/availability" {
      let name = context.parameters.get("name").map { PercentDecoding.decode($0) ?? $0 }
      let suffix = ".json"
      let component = name.map { $0.hasSuffix(suffix) ? String($0.dropLast(suffix.count)) : $0 }
      try await gatekeeper.permit(.read, component: component, request, context)
    } else if isReading {
      _ = try await gatekeeper.token(of: request, context)
    }
    return try await next(request, context)
  }
}
