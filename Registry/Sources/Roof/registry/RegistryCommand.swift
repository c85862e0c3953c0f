import ArgumentParser
import Base
import Model
import Versions

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The root of the command line; each command is in a file of its own.
struct RegistryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registry",
    abstract: "Release the packages of a monorepo, each with its own version.",
    discussion: """
      A component is a local Swift package that Registry/manifest.json lists. A release records \
      the git tree of its folder in Registry/releases, sets its version in the manifest, adds an \
      entry to CHANGELOG.md, and commits and tags all of it in one step. Git is the only database: \
      every clone contains every release.

        registry check                     compare a package with its last version
        registry init                      list the packages of a repository
        registry status                    show what has changed in each component
        registry bump Payments --minor     release the next minor version
        registry log Payments              list its releases, newest first
        registry verify                    check all releases

      Every command has --help, and --json for scripts. The exit status is 0 on success, 1 if the \
      command was refused or failed, with the reason on standard error, and 2 for invalid usage.
      """,
    version: ProgramVersion.text(of: "registry"),
    groupedSubcommands: [
      CommandGroup(
        name: "Setup",
        subcommands: [
          InitCommand.self, SetCommand.self, LintCommand.self, CompletionCommand.self,
        ]
      ),
      CommandGroup(
        name: "Release",
        subcommands: [
          CheckCommand.self, StatusCommand.self, ChangeCommand.self, BumpCommand.self,
          PlanCommand.self, ReleaseCommand.self, DiffCommand.self, RulesCommand.self,
          AuditCommand.self, LogCommand.self, YankCommand.self, UndoCommand.self,
          VerifyCommand.self, TagsCommand.self,
        ]
      ),
      CommandGroup(
        name: "Component",
        subcommands: [
          AddCommand.self, NewCommand.self, ExtractCommand.self, MoveCommand.self,
          RemoveCommand.self, GraphCommand.self, AffectedCommand.self,
        ]
      ),
      CommandGroup(
        name: "App",
        subcommands: [
          PinsCommand.self, PinCommand.self, UnpinCommand.self, ResolveCommand.self,
          OutdatedCommand.self, WhyCommand.self, SyncCommand.self, BuildCommand.self,
          RunCommand.self, TestCommand.self, ExecCommand.self, CacheCommand.self,
          SnapshotCommand.self,
        ]
      ),
      CommandGroup(
        name: "Sharing",
        subcommands: [
          ServeCommand.self, TokenCommand.self, ExportCommand.self, PublishCommand.self,
          MirrorCommand.self, ArchiveCommand.self, DocsCommand.self, SignCommand.self,
          UseCommand.self,
        ]
      ),
    ]
  )

  /// A word in the place of a command that is not one: the parser would call it an unexpected
  /// argument, and ignore it after `help`.
  struct UnknownCommand {
    let name: String
    /// The commands that may stand in its place.
    let known: [String]
  }

  static func unknownCommand(in arguments: [String]) -> UnknownCommand? {
    let (path, next) = path(in: arguments)
    let known = (path.last ?? Self.self).configuration.subcommands
    guard let next, !next.hasPrefix("-"), next != "help", !known.isEmpty else { return nil }
    return UnknownCommand(name: next, known: known.compactMap { $0.configuration.commandName })
  }

  /// The command that a command line names, as far as it names one.
  static func command(in arguments: [String]) -> (name: String, type: any ParsableCommand.Type)? {
    let path = path(in: arguments).commands
    let name = path.compactMap { $0.configuration.commandName }.joined(separator: " ")
    return path.last.map { (name, $0) }
  }

  /// The commands that a command line names, each of the one before, and the word behind them.
  private static func path(
    in arguments: [String]
  ) -> (commands: [any ParsableCommand.Type], next: String?) {
    var commands: [any ParsableCommand.Type] = []
    for word in arguments.drop(while: { $0 == "help" }) {
      let known = (commands.last ?? Self.self).configuration.subcommands
      guard let next = known.first(where: { $0.configuration.commandName == word }) else {
        return (commands, word)
      }
      commands.append(next)
    }
    return (commands, nil)
  }
}

/// Reads the command line, runs the verb and ends with its exit status.
@main
struct RegistryProgram {
  static func main() {
    var options = OutputOptions(isJSON: false, isQuiet: false)
    do {
      if RegistryCommand.unknownCommand(in: Array(CommandLine.arguments.dropFirst())) != nil {
        throw ValidationError("unknown command")
      }
      let isShort = CommandLine.arguments.dropFirst().elementsEqual(["-v"])
      var command = try RegistryCommand.parseAsRoot(isShort ? ["--version"] : nil)
      if let verb = command as? any ShowingCommand { options = verb.output }
      try command.run()
    } catch {
      exit(Failure(error: error).report(on: Console(options)))
    }
  }
}

/// The error or signal that ended a run, with its message and exit status.
///
/// This is the only place that turns errors into words and exit statuses.
struct Failure {
  private enum Status: Int32 {
    case refused = 1
    case misused = 2
  }

  let error: any Error

  /// Says why, and returns the exit status.
  func report(on console: Console) -> Int32 {
    // A verb that has shown all there is to say ends with a bare status.
    if let status = error as? ExitCode { return status.rawValue }
    switch RegistryCommand.exitCode(for: error) {
    case .success:
      // Help and completions come as errors too.
      do {
        let text = RegistryCommand.message(for: error)
        let isHelp = text.hasPrefix("OVERVIEW: ")
        try Stream.output.deliver((isHelp ? Self.help(text) : text) + "\n")
        return 0
      } catch {
        return Failure(error: error).report(on: console)
      }
    case .validationFailure:
      Stream.error.write(usage(console.errorStyle))
      return Status.misused.rawValue
    default:
      let refusal = OperationError(error)
      let document = ErrorDocument(error: refusal)
      if console.options.isJSON, let json = try? document.json.fileText() {
        Stream.output.write(json)
      }
      Stream.error.write(document.text(style: console.errorStyle, width: nil))
      return Status.refused.rawValue
    }
  }

  /// The parser's words, laid out as this program's own.
  private func usage(_ style: Style) -> String {
    let message = RegistryCommand.message(for: error)
    let arguments = Array(CommandLine.arguments.dropFirst())
    let misused =
      RegistryCommand.unknownCommand(in: arguments).map { MisusedWord(command: $0) }
      ?? MisusedWord(early: message, in: arguments)
      ?? MisusedWord(
        option: message,
        of: RegistryCommand.command(in: arguments)?.type ?? RegistryCommand.self
      )
    let words = misused?.message ?? message.prefix(1).lowercased() + message.dropFirst()
    var lines = ["\(style(.red, "error:")) \(words.printable)"]
    if let help = misused?.help { lines.append("\(style(.bold, "help:")) \(help)") }
    // Of what a command itself finds wrong, the parser does not know which command it was.
    if error is ValidationError, let command = RegistryCommand.command(in: arguments) {
      let usage = Self.inOneWord(RegistryCommand.usageString(for: command.type))
        .split(separator: "\n")
      lines.append("Usage: \(usage.joined(separator: "\n       "))")
      lines.append("  See 'registry \(command.name) --help' for more information.")
      return lines.joined(separator: "\n") + "\n"
    }
    let all = RegistryCommand.fullMessage(for: error)
    let rest = all.firstRange(of: message).map { all[$0.upperBound...] } ?? all[...]
    for line in Self.inOneWord(String(rest)).split(separator: "\n") {
      let help = "Help:  "
      lines.append(
        line.hasPrefix(help)
          ? "\(style(.bold, "help:")) \(line.dropFirst(help.count))" : String(line)
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A help text with the options of all commands behind those of its own.
  private static func help(_ text: String) -> String {
    let end = text.reversed().prefix { $0 == "\n" }.count
    let sections = inOneWord(String(text.dropLast(end))).split(separator: "\n\n")
    let common = "COMMON OPTIONS:"
    let ordered =
      (sections.filter { !$0.hasPrefix(common) } + sections.filter { $0.hasPrefix(common) })
      .joined(separator: "\n\n") + String(repeating: "\n", count: end)
    // Behind a command, the parser knows only the long name.
    guard ordered.contains("USAGE: registry <") else { return ordered }
    return ordered.replacing("  --version    ", with: "  -v, --version")
  }

  /// A help or usage text with our word for what the parser calls a subcommand.
  private static func inOneWord(_ text: String) -> String {
    text.replacing("<subcommand", with: "<command").replacing("SUBCOMMANDS", with: "COMMANDS")
      .replacing("subcommand", with: "command")
  }
}

/// A word of the command line that is no command or option, with the one that may be meant.
struct MisusedWord {
  let message: String
  /// `nil` if nothing is near.
  let help: String?

  init(command unknown: RegistryCommand.UnknownCommand) {
    message = "unknown command '\(unknown.name.printable)'"
    let familiar = (Self.familiar[unknown.name] ?? [])
      .filter { unknown.known.contains($0.command) }
    if !familiar.isEmpty {
      help = "did you mean " + familiar.map(\.words).joined(separator: ", or ") + "?"
    } else if unknown.name == "version" {
      help = "did you mean '--version'?"
    } else {
      help = Suggestion.nearest(to: unknown.name, in: unknown.known).map { "did you mean '\($0)'?" }
    }
  }

  /// - Parameters:
  ///   - message: The parser's, whose suggestion may be the farther of two words.
  ///   - command: The command that was typed, or the program where there is none.
  init?(option message: String, of command: any ParsableCommand.Type) {
    let pattern = /^Unknown option '(--[^']+)'(?:\. Did you mean '[^']+'\?)?/
    guard let match = message.firstMatch(of: pattern) else { return nil }
    self.message = "unknown option '\(match.1)'" + message[match.range.upperBound...]
    let known = Self.options(of: command).filter { $0.hasPrefix("--") }
    help = Suggestion.nearest(to: String(match.1), in: known).map { "did you mean '\($0)'?" }
  }

  /// - Parameter early: The parser's, of an option in front of the command.
  init?(early message: String, in arguments: [String]) {
    guard arguments.first?.hasPrefix("-") ?? false,
      let match = message.firstMatch(of: /^Unknown option '(--?[a-zA-Z-]+)'/)
    else { return nil }
    let option = String(match.1)
    guard Self.options(of: StatusCommand.self).contains(option) else { return nil }
    self.message = "unknown option '\(option)'"
    help = "options follow the command: 'registry status \(option)'"
  }

  /// Returns the options as the help lists them, with the short ones.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    RegistryCommand.helpMessage(for: command).split(separator: "\n").filter { $0.hasPrefix("  -") }
      .flatMap { $0.matches(of: /--?[a-zA-Z][a-z-]*/).map { String($0.output) } }
  }

  /// A command, and what it does where others are offered beside it.
  private struct Familiar {
    let command: String
    let effect: String?

    init(_ command: String, _ effect: String? = nil) {
      (self.command, self.effect) = (command, effect)
    }

    var words: String { "'\(command)'" + (effect.map { " (\($0))" } ?? "") }
  }

  /// The commands by the words that other tools have for them.
  private static let familiar: [String: [Familiar]] = [
    "changed": [Familiar("status")],
    "changes": [Familiar("status"), Familiar("change", "to describe one")],
    "changeset": [Familiar("change")],
    "changelog": [Familiar("log", "with '--format markdown'")],
    "clean": [Familiar("cache")],
    "completions": [Familiar("completion")],
    "config": [Familiar("set")],
    "create": [Familiar("new"), Familiar("init", "the manifest")],
    "delete": [Familiar("remove")],
    "deprecate": [Familiar("yank")],
    "get": [Familiar("set"), Familiar("use", "a package of a registry")],
    "history": [Familiar("log")],
    "info": [Familiar("log")],
    "install": [Familiar("use")],
    "list": [Familiar("status", "components"), Familiar("log", "releases")],
    "login": [
      Familiar("use", "with '--token-file', for a client"), Familiar("token", "of a server"),
    ],
    "ls": [Familiar("status", "components"), Familiar("log", "releases"), Familiar("list")],
    "mv": [Familiar("move")],
    "rm": [Familiar("remove")],
    "search": [Familiar("status", "components"), Familiar("log", "releases")],
    "server": [Familiar("serve")],
    "show": [Familiar("log", "releases"), Familiar("diff", "changes")],
    "tree": [Familiar("graph")],
    "unpublish": [Familiar("yank")],
    "update": [Familiar("outdated"), Familiar("resolve")],
    "upgrade": [Familiar("outdated"), Familiar("resolve")],
    "versions": [Familiar("log")],
    "view": [Familiar("log", "releases"), Familiar("diff", "changes")],
    "withdraw": [Familiar("yank")],
  ]
}
