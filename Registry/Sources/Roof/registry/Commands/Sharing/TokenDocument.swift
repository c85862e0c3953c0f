import Model
import Sharing

/// A token as its list shows it, or as it was just made.
struct TokenDocument: Document {
  let token: Token
  /// Only for one that was just made: nothing keeps it.
  var secret: String?

  var members: JSONMembers {
    [
      "name": token.name,
      "permissions": token.permissionNames,
      "components": token.components,
      "repositories": token.repositories?.description,
      "created": token.created,
      "expires": token.expires,
      "secret": secret,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    "\(secret ?? token.name)\n"
  }

  /// What goes with the secret of one that was just made.
  var note: String {
    let what = token.permissionNames.joined(separator: ", ")
    let end = token.expires.map { "until \($0.description.prefix(10))" } ?? "until it is revoked"
    return
      "the token '\(token.name)' permits to \(what) \(token.components) \(end); it is shown only"
      + " once"
  }
}

/// All tokens of a server.
struct TokenListDocument: Document {
  let tokens: [Token]
  let time: RecordDate

  var members: JSONMembers {
    [
      "tokens": tokens.map { TokenDocument(token: $0).json },
      // Names of those that no longer work.
      "expired": tokens.filter { !$0.isValid(at: time) }.map(\.name),
    ]
  }

  func text(style: Style, width: Int?) -> String {
    guard !tokens.isEmpty else {
      return "there are no tokens: publishing over HTTP is disabled\n"
    }
    var table = Table("TOKEN", "PERMITS TO", "COMPONENTS", "REPOSITORIES", "EXPIRES")
    for token in tokens {
      let end = token.expires.map { String($0.description.prefix(10)) } ?? "never"
      table.add(
        Table.Cell(token.name, .bold),
        Table.Cell(token.permissionNames.joined(separator: ", ")),
        Table.Cell(token.components),
        Table.Cell(token.repositories?.description ?? "–"),
        token.isValid(at: time) ? Table.Cell(end) : Table.Cell("expired \(end)", .red)
      )
    }
    return table.text(width: width, style: style)
  }
}

extension Token {
  fileprivate var permissionNames: [String] { permissions.map(\.rawValue).sorted() }
}

/// A token that was revoked.
struct RevokedTokenDocument: Document {
  let name: String

  var members: JSONMembers { ["outcome": "revoked", "name": name] }

  func text(style: Style, width: Int?) -> String {
    "the token '\(name)' is revoked\n"
  }
}
