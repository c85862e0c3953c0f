import HTTPTypes
import Hummingbird
import Model
import Sharing
import Versions

/// Checks the token of each request, and its permissions.
struct Gatekeeper: Sendable {
  private let registry: ServedRegistry
  let tokens: TokenKeeper
  /// Whether reading too needs a token.
  let guardsReading: Bool
  let isReadOnly: Bool
  private let proxies: TrustedProxies
  private let failures: RateLimit

  /// - Parameter failedLogins: How many a client may have in a minute.
  init(
    _ registry: ServedRegistry,
    _ tokens: TokenKeeper,
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
