import HTTPTypes
import Hummingbird
import Model
import Sharing
import Site
import Versions

/// `DELETE /{scope}/{name}/{version}?reason=`: withdraws a release, which stays
/// available where it is pinned.
///
/// SE-0292 has no way to say so; this one is ours.
struct WithdrawRelease: Sendable {
  let route: RegistryRoute
  let authorizer: Authorizer
  let handler: UploadHandler

  func handle(_ request: Request, _ context: RegistryRequestContext) async throws -> Response {
    let token = try await authorizer.permitWriting(.yank, request, context) {
      try route.package(context)
    }
    let (entry, releases) = try await route.releases(context, route.registry.snapshot)
    let position = try route.position(of: route.version(context), entry, in: releases.rendered)
    let version = releases.rendered.versions[position]
    let reason = request.uri.queryParameters["reason"].map { String($0) } ?? ""
    try await handler.withdraw(version, of: entry.name, because: reason, by: token)
    return Response(status: .noContent)
  }
}

/// `POST /login`: whether a token is valid (SE-0378).
struct Login: Sendable {
  let authorizer: Authorizer

  func handle(_ request: Request, _ context: RegistryRequestContext) async throws -> Response {
    guard try await !authorizer.tokens.tokens().tokens.isEmpty else {
      throw Problem(.notImplemented, "login is not needed: this registry has no tokens")
    }
    guard try await authorizer.token(of: request, context) != nil else {
      throw Authorizer.unauthorized("login requires a token", request)
    }
    return Response(status: .ok, headers: [.contentLength: "0", .cacheControl: "no-store"])
  }
}
