import ArgumentParser
import Base
import Model
import Versions

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
      ?? MisusedWord(option: message, of: RegistryCommand.command(in: arguments)?.type)
      ?? MisusedWord(early: message, in: arguments)
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
