import HTTPTypes
import Hummingbird
import Model
import NIOPosix
import Sharing
import Synchronization
import Versions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the token of each request, and its permissions.
struct Authorizer: Sendable {
  private let registry: ServedRegistry
  let tokens: TokenStore
  /// Whether reading too needs a token.
  let guardsReading: Bool
  let isReadOnly: Bool
  private let proxies: TrustedProxies
  private let failures: RateLimit

  /// - Parameter failedLogins: How many a client may have in a minute.
  init(
    _ registry: ServedRegistry,
    _ tokens: TokenStore,
    guardsReading: Bool,
    isReadOnly: Bool,
    proxies: TrustedProxies,
    failedLogins: Int,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    (self.registry, self.tokens) = (registry, tokens)
    self.guardsReading = guardsReading
    self.isReadOnly = isReadOnly
    self.proxies = proxies
    failures = RateLimit(
      atOnce: failedLogins,
      thenEvery: .seconds(60) / failedLogins,
      now: now
    )
  }

  /// The token of a request; `nil` if it has no Authorization header.
  ///
  /// Only failures are limited: behind a proxy that is not trusted, all senders have one address.
  ///
  /// - Throws: 401 for one that is unknown or no longer valid, and 429 after too many of these.
  func token(of request: Request, _ context: RegistryRequestContext) async throws -> Token? {
    guard let header = request.headers[.authorization] else { return nil }
    if let token = try await validToken(in: header) {
      context.notes.token = token.name
      return token
    }
    try failures.take(proxies.client(of: context.sender ?? "", forwarded: request.forwarded))
    throw Self.unauthorized("the token is unknown, expired or revoked", request)
  }

  /// Names the token of a request that needs none, for the log.
  ///
  /// One that is unknown does not matter: clients send what they have for this host, which may be the
  /// token of another server of that name.
  func note(_ request: Request, _ context: RegistryRequestContext) async {
    guard let header = request.headers[.authorization] else { return }
    context.notes.token = (try? await validToken(in: header))?.name
  }

  private func validToken(in header: String) async throws -> Token? {
    let list = try await tokens.tokens()
    guard let secret = Credentials.secret(in: header), let token = list.token(of: secret),
      token.isValid(at: try ManageTokens.systemClock())
    else { return nil }
    return token
  }

  /// Throws if the token does not permit the request; its component is `nil` if it concerns none.
  ///
  /// - Parameter component: Evaluated after the token was checked; the name that is looked up, not its
  ///   spelling in the request.
  @discardableResult
  func permit(
    _ permission: Token.Permission,
    _ request: Request,
    _ context: RegistryRequestContext,
    component: () throws -> ComponentName?
  ) async throws -> Token {
    guard let token = try await token(of: request, context) else {
      throw Self.unauthorized("this requires a token", request)
    }
    let component = try component()
    guard token.allows(permission, component: component, in: registry.scope) else {
      let what = component.map { "'\($0)'" } ?? "this"
      throw Problem(
        .forbidden,
        "the token '\(token.name)' may not \(permission.rawValue) \(what)"
      )
    }
    return token
  }

  /// Like ``permit(_:_:_:component:)``, but refuses all requests while there are no tokens.
  func permitWriting(
    _ permission: Token.Permission,
    _ request: Request,
    _ context: RegistryRequestContext,
    component: () throws -> ComponentName
  ) async throws -> Token {
    let hasTokens = try await !tokens.tokens().tokens.isEmpty
    guard hasTokens, !isReadOnly else {
      let reason = isReadOnly ? "is a copy of another" : "has no tokens"
      throw Problem(
        .methodNotAllowed,
        "publishing is disabled: this registry \(reason)",
        headers: [.allow: "GET, HEAD"]
      )
    }
    return try await permit(permission, request, context, component: component)
  }

  /// The refusal of a request without a valid token.
  ///
  /// Browsers are offered `Basic`, so that they ask for a password. SwiftPM on Linux would then wait
  /// forever, so other clients are only offered `Bearer`.
  static func unauthorized(_ detail: String, _ request: Request) -> Problem {
    let bearer = #"Bearer realm="registry""#
    let schemes =
      PageRoutes.isAskedFor(request) ? #"\#(bearer), Basic realm="registry""# : bearer
    return Problem(.unauthorized, detail, headers: [.wwwAuthenticate: schemes])
  }
}

/// Requires a token for reading, if the operator wants that.
struct ReadingMiddleware: RouterMiddleware {
  typealias Context = RegistryRequestContext

  let authorizer: Authorizer
  let route: RegistryRoute

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method == .get || request.method == .head else {
      return try await next(request, context)
    }
    guard authorizer.guardsReading, !Self.isOpen(request.uri.path) else {
      await authorizer.note(request, context)
      return try await next(request, context)
    }
    var context = context
    context.reader = try await authorizer.permit(.read, request, context) {
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

/// The current tokens of the file: revoking one takes effect with the next request.
final class TokenStore: Sendable {
  private let file: TokenFile
  private let read = Mutex<(stamp: [Int]?, list: TokenList)?>(nil)

  init(_ file: TokenFile) {
    self.file = file
  }

  func tokens() async throws -> TokenList {
    try await NIOThreadPool.singleton.runIfActive {
      try self.read.withLock { read in
        let stamp = self.file.stamp
        if let read, read.stamp == stamp { return read.list }
        let list = try self.file.read()
        read = (stamp, list)
        return list
      }
    }
  }
}

/// The secret of an Authorization header: as a bearer token, or as the password of any user.
enum Credentials {
  /// `nil` for a header of another form.
  static func secret(in header: String) -> String? {
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0].lowercased() {
    case "bearer": return parts[1].trimmed
    case "basic":
      guard let bytes = Data(base64Encoded: parts[1].trimmed),
        let text = String(validating: bytes, as: UTF8.self),
        let colon = text.firstIndex(of: ":")
      else { return nil }
      return String(text[text.index(after: colon)...])
    default: return nil
    }
  }
}
