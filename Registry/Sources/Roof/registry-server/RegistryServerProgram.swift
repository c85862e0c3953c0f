import ArgumentParser
import Base
import Model
import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Serves a registry until a signal stops it.
@main
struct RegistryServerProgram {
  static func main() async {
    do {
      let command = try ServerCommand.parse()
      try await command.run()
    } catch {
      exit(Failure(error: error).report())
    }
  }
}

/// The error or signal that ended a run.
///
/// Messages and statuses are those of `registry`, which this program replaces.
struct Failure {
  private enum Status: Int32 {
    case refused = 1
    case misused = 2
  }

  let error: any Error

  /// Says why, and returns the exit status.
  func report() -> Int32 {
    switch ServerCommand.exitCode(for: error) {
    case .success:
      // Help and completions are thrown as errors, too.
      let text = ServerCommand.message(for: error) + "\n"
      do {
        try LocalFile.write(Array(text.utf8), to: .standardOutput, "standard output")
        return 0
      } catch {
        return report(OperationError(.inputOutput, "cannot write to standard output"))
      }
    case .validationFailure:
      say(usage)
      return Status.misused.rawValue
    default:
      return report(OperationError(error))
    }
  }

  private func report(_ refusal: OperationError) -> Int32 {
    say("error: \(refusal)\n")
    let status = refusal.code == .misconfigured ? Status.misused : .refused
    return status.rawValue
  }

  /// The parser's message in the format of this program.
  private var usage: String {
    let message = ServerCommand.message(for: error)
    var lines = ["error: \(message.prefix(1).lowercased())\(message.dropFirst())"]
    let all = ServerCommand.fullMessage(for: error)
    let rest = all.firstRange(of: message).map { all[$0.upperBound...] } ?? all[...]
    for line in rest.split(separator: "\n") {
      let help = "Help:  "
      lines.append(
        line.hasPrefix(help) ? "help: \(line.dropFirst(help.count))" : String(line)
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func say(_ text: String) {
    try? LocalFile.write(Array(text.utf8), to: .standardError, "standard error")
  }
}
