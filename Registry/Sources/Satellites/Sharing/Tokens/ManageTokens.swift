package import Base
import Git
package import Model
package import Versions

/// Makes, lists and revokes the tokens of a server.
package struct ManageTokens: Sendable {
  package let file: TokenFile
  /// Returns the current time, for dates and expiry.
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

  /// The properties of a new token.
  package struct Request: Sendable {
    package var name: String
    package var permissions: Set<Token.Permission>
    /// The components that the token is for, as ``Token/components`` has them.
    package var components = "*"
    /// The repositories that metadata may name, as a pattern; `nil` for only those that the
    /// manifest names.
    package var repositories: String?
    /// The number of days until it expires; `nil` for a token that does not expire.
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

  /// Returns all tokens, those included that have expired.
  package func list() throws(OperationError) -> [Token] {
    try file.read().tokens
  }

  /// Removes a token by its name; throws if there is none of that name.
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

/// The file of a server's tokens: in the git directory, where nothing commits it, readable for its
/// owner alone.
package struct TokenFile: Hashable, Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// A value that changes whenever the file is another one than the one that was read; `nil` if
  /// there is none.
  package var stamp: [Int]? {
    FileFacts.of(path).map {
      [Int($0.stamp.inode), $0.size, $0.stamp.modified, $0.stamp.changed]
    }
  }

  /// Reads the list of the file, which is empty if there is none.
  package func read() throws(OperationError) -> TokenList {
    // Asked of the file that is read, even if another one gets its name in between.
    guard let found = try unifyingErrors({ try LocalFile.readWithFacts(path) }) else {
      return TokenList()
    }
    guard found.facts.permissions & 0o077 == 0 else {
      throw OperationError(
        .openTokenFile,
        "other users have access to the token file '\(path)'",
        help: "run 'chmod 600 \(path.shellQuoted)', and create new tokens if someone may have"
          + " read it"
      )
    }
    return try TokenList(reading: found.content, file: path)
  }

  /// Changes the list under a lock and replaces the file as a whole, synced.
  ///
  /// Root leaves it to the owner of the folder, who runs the server.
  ///
  /// - Parameter body: Run twice; what it refuses leaves not even the lock's file behind.
  func change(_ body: (inout TokenList) throws -> Void) throws {
    var trial = try read()
    try body(&trial)
    let lock = try FileLock.take(
      at: "\(path).lock",
      for: "registry token",
      limit: .seconds(10),
      waiting: { _ in }
    )
    try withExtendedLifetime(lock) {
      var list = try read()
      try body(&list)
      let replacement = StagedReplacement(path: path, staging: "\(path).new")
      try LocalFile.leaveToOwner(of: replacement.folder, "\(path).lock")
      try replacement.stage(Array(list.text.utf8), isPrivate: true)
      try LocalFile.leaveToOwner(of: replacement.folder, replacement.staging)
      try replacement.finish()
    }
  }
}

extension Workspace {
  /// The token file of a server of this repository, in the git directory that all working trees
  /// share.
  package var tokenFile: TokenFile {
    TokenFile(path: "\(repository.commonDirectory)/registry-tokens.json")
  }
}

/// The tokens of a server, as they are kept.
package struct TokenList: Sendable {
  package private(set) var tokens: [Token]

  package init() {
    tokens = []
  }

  /// The token of that secret, whether it is still valid or not.
  ///
  /// All are compared, each as a whole, so that the time it takes tells nothing of any.
  package func token(of secret: String) -> Token? {
    let digest = Token.digest(of: secret)
    var found: Token?
    for token in tokens {
      let difference = zip(token.digest, digest).reduce(0) { $0 | ($1.0 ^ $1.1) }
      if difference == 0, token.digest.count == digest.count { found = token }
    }
    return found
  }

  mutating func add(_ token: Token) throws(OperationError) {
    guard !tokens.contains(where: { $0.name == token.name }) else {
      throw OperationError(
        .tokenExists,
        "the token '\(token.name)' already exists",
        help: "choose another name, or first run 'registry token revoke \(token.name)'"
      )
    }
    tokens.append(token)
    tokens.sort { $0.name < $1.name }
  }

  mutating func remove(_ name: String) throws(OperationError) {
    guard tokens.contains(where: { $0.name == name }) else {
      throw OperationError(
        .unknownToken,
        "there is no token '\(name)'",
        help: "'registry token list' lists the tokens"
      )
    }
    tokens.removeAll { $0.name == name }
  }
}

extension TokenList {
  private static let schema = 1

  /// A line for each token.
  var text: String {
    let lines = tokens.map { "    \($0.json.compact)" }.joined(separator: ",\n")
    let list = tokens.isEmpty ? "[]" : "[\n\(lines)\n  ]"
    return "{\n  \"schema\": \(Self.schema),\n  \"tokens\": \(list)\n}\n"
  }

  /// Reads the file.
  ///
  /// - Parameter file: The path of the file, for messages.
  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    let value = try JSONValue(reading: bytes, file: file)
    guard case .object(let members) = value, members["schema"] == .integer(Self.schema),
      case .array(let entries) = members["tokens"]
    else {
      throw OperationError(.other, "'\(file)' is not a token list of schema '\(Self.schema)'")
    }
    tokens = try entries.map { (entry) throws(OperationError) in
      guard let token = Token(entry) else {
        throw OperationError(
          .other,
          "'\(file)' has a token that cannot be read",
          help: "remove its line, or use a newer version of registry"
        )
      }
      return token
    }
  }
}

extension Token {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "components": .string(components),
      "created": .string(created.description),
      "digest": .string(Hexadecimal.text(digest)),
      "name": .string(name),
      "permissions": .array(permissions.map(\.rawValue).sorted().map { .string($0) }),
    ]
    members["repositories"] = repositories.map { .string($0.description) }
    members["expires"] = expires.map { .string($0.description) }
    return .object(members)
  }

  fileprivate init?(_ value: JSONValue) {
    guard case .object(let members) = value, case .string(let name) = members["name"],
      case .string(let digest) = members["digest"], case .array(let words) = members["permissions"],
      case .string(let components) = members["components"],
      case .string(let created) = members["created"], let date = try? RecordDate(created),
      let checksum = try? ArchiveChecksum(hexadecimal: digest)
    else { return nil }
    var permissions: Set<Permission> = []
    for word in words {
      guard case .string(let text) = word, let permission = Permission(rawValue: text) else {
        return nil
      }
      permissions.insert(permission)
    }
    var repositories: RepositoryPattern?
    if let value = members["repositories"] {
      guard case .string(let text) = value, let pattern = try? RepositoryPattern(text) else {
        return nil
      }
      repositories = pattern
    }
    var expires: RecordDate?
    if let value = members["expires"] {
      guard case .string(let text) = value, let date = try? RecordDate(text) else { return nil }
      expires = date
    }
    self.init(
      name: name,
      digest: checksum.bytes,
      permissions: permissions,
      components: components,
      repositories: repositories,
      created: date,
      expires: expires
    )
  }
}

/// The stored form of an access token: enough to recognize it, but not to create it.
package struct Token: Hashable, Sendable {
  /// The operations that the holder of a token may request.
  package enum Permission: String, CaseIterable, Sendable {
    case read
    case publish
    /// Publishing components that are released in this repository, too.
    case replace
    case yank
  }

  /// The name by which people refer to it; no two have the same.
  package let name: String
  /// SHA-256 of the secret, which is random and long, so that no slower hash is needed.
  package let digest: [UInt8]
  /// The operations that the holder may request.
  package let permissions: Set<Permission>
  /// The pattern of the components that the token is for.
  ///
  /// It matches names in the registry's own scope or, with a dot, identities; `*` matches any
  /// characters, and alone stands for all.
  package let components: String
  /// The repositories that metadata may name; `nil` for only those that the manifest names.
  package let repositories: RepositoryPattern?
  package let created: RecordDate
  /// The time at which it expires; `nil` for a token that lasts until it is revoked.
  package let expires: RecordDate?

  /// Whether the token has not expired at a time.
  package func isValid(at time: RecordDate) -> Bool {
    expires.map { time < $0 } ?? true
  }

  /// Whether the holder may do that to a component; `nil` if it concerns no component.
  ///
  /// - Parameter own: The registry's own scope.
  package func allows(
    _ permission: Permission,
    component: ComponentName?,
    in own: ScopeName
  ) -> Bool {
    guard permissions.contains(permission) else { return false }
    guard let component, components != "*" else { return true }
    let pattern = components.lowercased()
    if components.contains(".") {
      return Wildcards.match(component.identity(in: own).lowercased(), pattern)
    }
    // Or a pattern for components, such as `Pay*`, would also allow a scope such as `payments`.
    return component.scope == nil && Wildcards.match(component.key, pattern)
  }

  /// The SHA-256 of a secret, by which tokens are looked up.
  package static func digest(of secret: String) -> [UInt8] {
    SHA256.digest(of: Array(secret.utf8))
  }
}
