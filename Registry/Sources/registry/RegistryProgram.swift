import ArgumentParser

// The whole of Foundation takes longer to load than most verbs take to run.
#if canImport(FoundationEssentials)
  import FoundationEssentials
  import Glibc
#else
  import Foundation
#endif

/// Reads the command line, runs the verb and ends with its exit status.
@main
struct RegistryProgram {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    var options = OutputOptions(isJSON: false, isQuiet: false)
    do {
      var command = try RegistryCommand.parseAsRoot()
      if let verb = command as? any ShowingCommand { options = verb.output }
      if var verb = command as? any AsyncParsableCommand {
        try await verb.run()
      } else {
        try command.run()
      }
    } catch {
      exit(Failure(error).report(on: Console(options, environment: environment)))
    }
  }
}
