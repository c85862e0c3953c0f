import HTTPTypes
import Hummingbird
import Sharing

/// `POST /login`: whether a token is valid (SE-0378).
struct Login: Sendable {
  let gatekeeper: Gatekeeper

  func handle(_ request: Request, _ context: RegistryRequestContext) async throws -> Response {
    guard try await !gatekeeper.tokens.tokens().tokens.isEmpty else {
      throw Problem(.notImplemented, "login is not needed: this registry has no tokens")
    }
    guard try await gatekeeper.token(of: request, context) != nil else {
      throw Gatekeeper.unauthorized("login requires a token", request)
    }
    return Response(status: .ok, headers: [.contentLength: "0", .cacheControl: "no-store"])
  }
}
