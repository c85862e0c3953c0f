import HTTPTypes
import Hummingbird
import RegistryModel
import RegistryOperations

/// Who may do what: every request's token, if it has one, and what it permits.
package struct Gatekeeper: Sendable {
  let tokens: TokenKeeper
  /// Whether reading too needs a token.
  let guardsReading: Bool
  private let failures = RateLimit(atOnce: 10, thenEvery: .seconds(6))

  package init(_ tokens: TokenKeeper, guardsReading: Bool) {
    self.tokens = tokens
    self.guardsReading = guardsReading
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

  static func unauthorized(_ detail: String) -> Problem {
    Problem(
      .unauthorized,
      detail,
      headers: [.wwwAuthenticate: #"Bearer realm="registry", Basic realm="registry""#]
    )
  }
}
