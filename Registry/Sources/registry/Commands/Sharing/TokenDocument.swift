import RegistryModel
import Sharing
import Versioning

/// A token as its list shows it, or as it was just made.
struct TokenDocument: Document {
  let name: String
  let permissions: [String]
  let components: String
  let repositories: String?
  let created: String
  let expires: String?
  /// Only for one that was just made: nothing keeps it.
  let secret: String?

  init(_ token: Token, secret: String? = nil) {
    name = token.name
    permissions = token.permissions.map(\.rawValue).sorted()
    components = token.components
    repositories = token.repositories?.description
    created = token.created.description
    expires = token.expires?.description
    self.secret = secret
  }

  func text(style: Style, width: Int?) -> String {
    "\(secret ?? name)\n"
  }

  /// What goes with the secret of one that was just made.
  var note: String {
    let what = permissions.joined(separator: ", ")
    let end = expires.map { "until \($0.prefix(10))" } ?? "until it is revoked"
    return "the token '\(name)' permits to \(what) \(components) \(end); it is shown only once"
  }
}

/// All tokens of a server.
struct TokenListDocument: Document {
  let tokens: [TokenDocument]
  /// Names of those that no longer work.
  let expired: [String]

  init(_ tokens: [Token], at time: RecordDate) {
    self.tokens = tokens.map { TokenDocument($0) }
    expired = tokens.filter { !$0.isValid(at: time) }.map(\.name)
  }

  func text(style: Style, width: Int?) -> String {
    guard !tokens.isEmpty else {
      return "there are no tokens: publishing over HTTP is disabled\n"
    }
    var table = Table("TOKEN", "PERMITS TO", "COMPONENTS", "REPOSITORIES", "EXPIRES")
    for token in tokens {
      let end = token.expires.map { String($0.prefix(10)) } ?? "never"
      table.add(
        Table.Cell(token.name, .bold),
        Table.Cell(token.permissions.joined(separator: ", ")),
        Table.Cell(token.components),
        Table.Cell(token.repositories ?? "–"),
        expired.contains(token.name) ? Table.Cell("expired \(end)", .red) : Table.Cell(end)
      )
    }
    return table.text(width: width, style: style)
  }
}

/// A token that was revoked.
struct RevokedTokenDocument: Document {
  var outcome = "revoked"
  let name: String

  func text(style: Style, width: Int?) -> String {
    "the token '\(name)' is revoked\n"
  }
}
