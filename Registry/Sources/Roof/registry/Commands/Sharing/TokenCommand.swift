import ArgumentParser
import Model
import ServerArguments
import Sharing

/// The tokens of the server over this repository.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Create, list and revoke the tokens of 'registry serve'.",
    discussion: """
      Publishing over HTTP is disabled until there is a token. Tokens are stored hashed in the git \
      directory and are never committed. A running server notices changes at once.

        registry token create ci --publish --components 'Chef*' --days 90
        registry token list
        registry token revoke ci
      """,
    subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self]
  )
}

/// The options of all token commands.
struct TokenOptions: ParsableArguments {
  @Option(
    value: .file,
    help: "The token file. (default: registry-tokens.json in the git directory)"
  )
  var tokens: String?

  func file(in workspace: borrowing Workspace) -> ManageTokens {
    ManageTokens(tokens.map(TokenFile.init) ?? workspace.tokenFile)
  }
}

struct TokenCreateCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a token and print it once.",
    usage: "registry token create <name> [--read] [--publish] [--yank] [<options>]",
    discussion: """
      Only a hash of the token is stored. Components that are released in this repository can only be \
      published with '--replace', and the metadata of a package can only name repositories that the \
      manifest or '--repositories' confirms.

        registry token create ci --publish --components 'Chef*' --days 90
        registry token create soup --publish --components Soup \\
          --repositories https://git.example.com/team/soup
        registry token create builds --read
      """
  )

  @Argument(help: "The name of the token.")
  var name: String

  @Flag(help: "Allow reading, if the server requires a token for it.")
  var read = false

  @Flag(help: "Allow publishing releases.")
  var publish = false

  @Flag(
    help: "Allow publishing components that are released in this repository, too; with '--publish'."
  )
  var replace = false

  @Flag(help: "Allow withdrawing releases.")
  var yank = false

  @Option(value: "pattern", help: "Limit it to these components; '*' matches any text.")
  var components = "*"

  @Option(
    value: "url",
    help: "Confirm these repositories in the metadata of packages: a URL, with '*' for any text in"
      + " its path. (default: those in the manifest)"
  )
  var repositories: String?

  @Option(help: "The number of days it is valid. (default: until it is revoked)")
  var days: Int?

  @OptionGroup var options: TokenOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    guard read || publish || yank else {
      throw ValidationError("expected at least one of '--read', '--publish' and '--yank'")
    }
    guard publish || !replace && repositories == nil else {
      throw ValidationError("'--replace' and '--repositories' require '--publish'")
    }
    if let days, !(1...36_500 ~= days) {
      throw ValidationError("invalid number of days '\(days)', expected 1 to 36500")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var permissions: Set<Token.Permission> = []
    if read { permissions.insert(.read) }
    if publish { permissions.insert(.publish) }
    if replace { permissions.insert(.replace) }
    if yank { permissions.insert(.yank) }
    var request = ManageTokens.Request(name: name, permissions: permissions)
    request.components = components
    request.repositories = repositories
    request.days = days
    let made = try options.file(in: workspace).create(request)
    let document = TokenDocument(token: made.token, secret: made.secret)
    try console.show(document)
    console.note(document.note)
  }
}

struct TokenListCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the tokens, without their secrets.",
    usage: "registry token list [<options>]",
    discussion: """
      Shows what each permits, and until when.

        registry token list
      """
  )

  @OptionGroup var options: TokenOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let manage = options.file(in: workspace)
    try console.show(TokenListDocument(tokens: manage.list(), time: manage.clock()))
  }
}

struct TokenRevokeCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke a token.",
    usage: "registry token revoke <name> [<options>]",
    discussion: """
      A running server refuses it from the next request on.

        registry token revoke ci
      """
  )

  @Argument(help: "The name of the token.", completion: .tokens)
  var name: String

  @OptionGroup var options: TokenOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try options.file(in: workspace).revoke(name)
    try console.show(RevokedTokenDocument(name: name))
  }
}

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

  /// The note beside the secret of a new token.
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
