import ArgumentParser
import Base
import Model
import ServerArguments

/// The options are read here for their help and their faults; the server reads them again.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the releases as a Swift package registry.",
    usage: "registry serve [<options>]",
    discussion: """
      Runs the program 'registry-server'. Without options it serves this repository to this \
      machine only, and prints the URL. Each option can also be set as a variable, such as \
      REGISTRY_PORT for --port.

        registry serve
        registry serve --host 0.0.0.0 --public-url https://swift.example.com
      """
  )

  @OptionGroup var options: ServerOptions

  func run() throws {
    let arguments = CommandLine.arguments.dropFirst().drop { $0 != Self.configuration.commandName }
    try ServerProgram.become(Array(arguments.dropFirst()))
  }
}

/// The program `registry-server`, which replaces this process.
struct ServerProgram {
  static let name = "registry-server"

  /// Never returns, unless there is no such program beside this one or on the path.
  static func become(_ arguments: [String]) throws -> Never {
    _ = CurrentProcess.become(name, arguments, isOwn: true)
    throw OperationError(
      .noServer,
      "cannot start '\(name)', which is neither beside this program nor on the PATH",
      help: "install the package '\(name)', or run 'make install-server' in a clone of this tool"
    )
  }
}
