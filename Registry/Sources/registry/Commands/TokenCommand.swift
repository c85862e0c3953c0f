import ArgumentParser
import RegistryOperations

/// The tokens of the server over this repository.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Make, list and revoke the tokens of 'registry serve'.",
    discussion: """
      Publishing over HTTP is off until there is a token. Tokens are kept in the git directory, \
      hashed, and are never committed; a running server sees a change at once.

        registry token create ci --publish --components 'Chef*' --days 90
        registry token list
        registry token revoke ci
      """,
    subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self]
  )
}

/// What all of them take.
struct TokenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of the tokens. (default: registry-tokens.json in the git directory)",
      valueName: "file"
    ),
    completion: .file()
  )
  var tokens: String?

  func file(in workspace: borrowing Workspace) -> ManageTokens {
    ManageTokens(tokens.map(TokenFile.init) ?? workspace.tokenFile)
  }
}

struct TokenCreateCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make a token and print it, this once."
  )

  @Argument(help: "What to call it.")
  var name: String

  @Flag(help: "Permit to read, where the server asks readers for a token.")
  var read = false

  @Flag(help: "Permit to publish releases.")
  var publish = false

  @Flag(help: "Permit to withdraw releases.")
  var yank = false

  @Option(help: ArgumentHelp("Of which components; '*' stands for anything.", valueName: "pattern"))
  var components = "*"

  @Option(help: "How many days it lasts. (default: until it is revoked)")
  var days: Int?

  @OptionGroup var options: TokenOptions

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard read || publish || yank else {
      throw ValidationError("expected one of '--read', '--publish' and '--yank' at least")
    }
    if let days, !(1...36_500 ~= days) {
      throw ValidationError("invalid number of days '\(days)', expected 1 to 36500")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    var permissions: Set<Token.Permission> = []
    if read { permissions.insert(.read) }
    if publish { permissions.insert(.publish) }
    if yank { permissions.insert(.yank) }
    var request = ManageTokens.Request(name: name, permissions: permissions)
    request.components = components
    request.days = days
    let made = try options.file(in: workspace).create(request)
    let document = TokenDocument(made.token, secret: made.secret)
    try console.show(document)
    console.note(document.note)
  }
}

struct TokenListCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the tokens, without what only their holders know."
  )

  @OptionGroup var options: TokenOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let manage = options.file(in: workspace)
    try console.show(TokenListDocument(manage.list(), at: manage.clock()))
  }
}

struct TokenRevokeCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Take a token back, from the next request on."
  )

  @Argument(help: "What it is called.")
  var name: String

  @OptionGroup var options: TokenOptions

  @OptionGroup var global: GlobalOptions

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    try options.file(in: workspace).revoke(name)
    try console.show(RevokedTokenDocument(name: name))
  }
}
