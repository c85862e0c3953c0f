import HTTPTypes
import Hummingbird
import RegistryModel
import RegistryOperations

/// Who may do what: every request's token, if it has one, and what it permits.
package struct Gatekeeper: Sendable {
  let tokens: TokenKeeper
  /// Whether reading too needs a token.
  let guardsReading: Bool
  let isReadOnly: Bool
  private let failures: RateLimit

  init(
    _ tokens: TokenKeeper,
    guardsReading: Bool,
    isReadOnly: Bool,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.tokens = tokens
    self.guardsReading = guardsReading
    self.isReadOnly = isReadOnly
    failures = RateLimit(atOnce: 10, thenEvery: .seconds(6), now: now)
  }

  /// The token of a request; nothing where it has no Authorization header.
  ///
  /// - Throws: 401 for one that is unknown or no longer valid, and 429 after too many of these.
  func token(of request: Request, _ context: RegistryRequestContext) async throws -> Token? {
    guard let header = request.headers[.authorization] else { return nil }
    let sender = context.sender ?? ""
    try failures.check(sender)
    let list = try await tokens.tokens()
    if let secret = Credentials.secret(in: header), let token = list.token(of: secret),
      token.isValid(at: try ManageTokens.systemClock())
    {
      return token
    }
    try failures.take(sender)
    throw Self.unauthorized("the token is unknown, expired or revoked")
  }

  /// Throws unless the request may do that to the component; nothing for what is about none.
  @discardableResult
  func permit(
    _ permission: Token.Permission,
    component: String?,
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Token {
    guard let token = try await token(of: request, context) else {
      throw Self.unauthorized("a token is needed for this")
    }
    guard token.allows(permission, component: component) else {
      let what = component.map { "'\($0)'" } ?? "this"
      throw Problem(
        .forbidden,
        "the token '\(token.name)' does not permit to \(permission.rawValue) \(what)"
      )
    }
    return token
  }

  /// Like ``permit(_:component:_:_:)``, where nothing at all may be written as long as there are no
  /// tokens.
  func permitWriting(
    _ permission: Token.Permission,
    component: String,
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Token {
    let hasTokens = try await !tokens.tokens().tokens.isEmpty
    guard hasTokens, !isReadOnly else {
      let reason = isReadOnly ? "it is a copy of another" : "it has no tokens"
      throw Problem(
        .methodNotAllowed,
        "this registry takes nothing over HTTP, since \(reason)",
        headers: [.allow: "GET, HEAD"]
      )
    }
    return try await permit(permission, component: component, request, context)
  }

  static func unauthorized(_ detail: String) -> Problem {
    Problem(
      .unauthorized,
      detail,
      headers: [.wwwAuthenticate: #"Bearer realm="registry", Basic realm="registry""#]
    )
  }
}
