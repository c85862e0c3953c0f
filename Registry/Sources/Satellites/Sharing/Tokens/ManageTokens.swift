package import Base
import Git
package import Model

/// Makes, lists and revokes the tokens of a server.
package struct ManageTokens: Sendable {
  package let file: TokenFile
  package var clock: @Sendable () throws -> RecordDate

  package init(
    _ file: TokenFile,
    clock: @escaping @Sendable () throws -> RecordDate = Self.systemClock
  ) {
    self.file = file
    self.clock = clock
  }

  @Sendable
  package static func systemClock() throws -> RecordDate {
    try RecordDate(secondsSince1970: Int(WriteContext.systemClock().seconds))
  }

  /// What a new token is to be.
  package struct Request: Sendable {
    package var name: String
    package var permissions: Set<Token.Permission>
    package var components = "*"
    /// `nil` for only those that the manifest names.
    package var repositories: String?
    /// `nil` for one that does not expire.
    package var days: Int?

    package init(name: String, permissions: Set<Token.Permission>) {
      self.name = name
      self.permissions = permissions
    }
  }

  /// The token, and the secret that is shown this once.
  package func create(
    _ request: Request
  ) throws(OperationError) -> (token: Token, secret: String) {
    try unifyingErrors {
      let form = /[A-Za-z0-9._-]{1,64}/.matchingSemantics(.unicodeScalar)
      guard request.name.wholeMatch(of: form) != nil else {
        throw OperationError(
          .invalidToken,
          "invalid token name '\(request.name)', expected up to 64 letters, digits, '-', '_' and"
            + " '.'"
        )
      }
      guard !request.permissions.isEmpty else {
        throw OperationError(
          .invalidToken,
          "the token '\(request.name)' would have no permission",
          help: "give at least one of 'read', 'publish' and 'yank'"
        )
      }
      let publishes = request.permissions.contains(.publish)
      guard publishes || !request.permissions.contains(.replace) && request.repositories == nil
      else {
        throw OperationError(
          .invalidToken,
          "the token '\(request.name)' would not have the permission 'publish', which"
            + " 'replace' and a pattern of repositories extend",
          help: "give it, too"
        )
      }
      let pattern = request.components
      let patternForm = /[A-Za-z0-9._*-]+/.matchingSemantics(.unicodeScalar)
      guard pattern.wholeMatch(of: patternForm) != nil else {
        throw OperationError(
          .invalidToken,
          "invalid pattern '\(pattern)' of components, expected letters, digits, '-', '_', '.' and '*'",
          help:
            "name one component, or several as 'Chef*' or, in another scope, 'payments.*'; '*' alone"
            + " stands for all"
        )
      }
      let repositories = try request.repositories.map(Self.repositories)
      let secret = Self.secret()
      let now = try clock()
      let token = Token(
        name: request.name,
        digest: Token.digest(of: secret),
        permissions: request.permissions,
        components: request.components,
        repositories: repositories,
        created: now,
        expires: try request.days.map {
          try RecordDate(secondsSince1970: now.secondsSince1970 + $0 * 86_400)
        }
      )
      try file.change { try $0.add(token) }
      return (token, secret)
    }
  }

  package func list() throws(OperationError) -> [Token] {
    try file.read().tokens
  }

  package func revoke(_ name: String) throws(OperationError) {
    try unifyingErrors { try file.change { try $0.remove(name) } }
  }

  private static func repositories(_ text: String) throws(OperationError) -> RepositoryPattern {
    do throws(RepositoryURL.Fault) {
      return try RepositoryPattern(text)
    } catch {
      throw OperationError(
        .invalidToken,
        "invalid pattern '\(text)' of repositories, expected a URL without a password, with '*' only"
          + " in its path",
        help: "name one, or several as 'https://git.example.com/team/*'; '*' alone stands for all"
      )
    }
  }

  /// 256 bits of the system's randomness, and a prefix that scanners of leaked secrets can look for.
  private static func secret() -> String {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    return "registry_" + Hexadecimal.text(bytes)
  }
}
