import ArgumentParser
import Model

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
        subcommands: [InitCommand.self, SetCommand.self, LintCommand.self]
      ),
      CommandGroup(
        name: "Release",
        subcommands: [
          CheckCommand.self, StatusCommand.self, BumpCommand.self, PlanCommand.self,
          ReleaseCommand.self, DiffCommand.self, RulesCommand.self, AuditCommand.self,
          LogCommand.self, YankCommand.self, UndoCommand.self, VerifyCommand.self,
          TagsCommand.self,
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
    /// Those that may be at its place.
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
