import Base
import ArgumentParser
import Versions

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
  ///   - command: The command that was typed.
  init?(option message: String, of command: (any ParsableCommand.Type)?) {
    let pattern = /^Unknown option '(--[^']+)'(?:\. Did you mean '[^']+'\?)?/
    guard let command, let match = message.firstMatch(of: pattern) else { return nil }
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

  /// As its help lists them, with the short ones.
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

  /// What other tools call our commands.
  private static let familiar: [String: [Familiar]] = [
    "changed": [Familiar("status")],
    "check": [Familiar("verify", "releases"), Familiar("lint", "what is to be released")],
    "config": [Familiar("set")],
    "create": [Familiar("new"), Familiar("init", "the manifest")],
    "delete": [Familiar("remove")],
    "deprecate": [Familiar("yank")],
    "get": [Familiar("set"), Familiar("use", "a package of a registry")],
    "history": [Familiar("log")],
    "info": [Familiar("log")],
    "install": [Familiar("use")],
    "list": [Familiar("status", "components"), Familiar("log", "releases")],
    "ls": [Familiar("status", "components"), Familiar("log", "releases"), Familiar("list")],
    "mv": [Familiar("move")],
    "rm": [Familiar("remove")],
    "server": [Familiar("serve")],
    "show": [Familiar("log", "releases"), Familiar("diff", "changes")],
    "tree": [Familiar("graph")],
    "unpublish": [Familiar("yank")],
    "update": [Familiar("outdated"), Familiar("resolve")],
    "upgrade": [Familiar("outdated"), Familiar("resolve")],
    "withdraw": [Familiar("yank")],
  ]
}
