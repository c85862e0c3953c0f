import ArgumentParser

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
