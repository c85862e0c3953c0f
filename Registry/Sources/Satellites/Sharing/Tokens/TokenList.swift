package import Base
import Model

/// All tokens of a server, as they are kept.
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
