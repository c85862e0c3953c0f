package import ArgumentParser
import FlowKit
import Foundation

extension AsyncParsableCommand {
  /// Runs the command that the arguments name; arguments of a wrong form end as all other failures do.
  package static func runApp() async {
    do {
      let words = CommandLine.arguments.dropFirst().drop { $0 == "help" }
      try checkCommandName(words.first)
      var command = try await asyncParseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      // A command that has failed threw its exit status, and has said why.
      guard error is CommandError || exitCode(for: error) == .validationFailure,
        !(error is ExitCode)
      else {
        guard exitCode(for: error).isSuccess, !(error is ExitCode) else { exit(withError: error) }
        // What was asked for: the help, the version, or a script for a shell.
        print(inOneWord(fullMessage(for: error)))
        exit()
      }
      let app = Invocation(of: configuration.commandName ?? "")
      Console(of: app, environment: ProcessInfo.processInfo.environment, isJSON: false)
        .report(error as? CommandError ?? misuse(error))
      exit(withError: ExitCode(ExitStatus.misused.rawValue))
    }
  }

  /// Refuses a mistyped command, which the parser would take for an argument of the default command.
  private static func checkCommandName(_ word: String?) throws {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let word, !word.hasPrefix("-"), !names.contains(word) else { return }
    throw CommandError(
      .misused,
      "unknown command '\(word.printable)'",
      help: nearestHelp(to: word, among: names)
    )
  }

  /// A help text with one word for what the parser calls a subcommand.
  private static func inOneWord(_ text: String) -> String {
    text.replacing("<subcommand", with: "<command").replacing("SUBCOMMANDS", with: "COMMANDS")
  }

  /// The parser's sentence as a fragment, with its suggestion or its pointer to the help below it.
  private static func misuse(_ error: any Error) -> CommandError {
    let parts = message(for: error).components(separatedBy: ". Did you mean ")
    let pointer = fullMessage(for: error).firstMatch(of: #/See ('[^']+') for more information/#)
    return CommandError(
      .misused,
      parts[0].prefix(1).lowercased() + parts[0].dropFirst(),
      help: parts.count > 1 ? "did you mean \(parts[1])" : pointer.map { "see \($0.1)" }
    )
  }
}
