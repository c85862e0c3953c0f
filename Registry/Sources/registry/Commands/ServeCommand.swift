import ArgumentParser
import ServerArguments

/// The options are read here for their help and their faults; the server reads them again.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the releases as a Swift package registry.",
    discussion: """
      Runs 'registry-server', a program of its own, in the place of this one. With no option it \
      serves this repository to this machine alone and prints where. Each option can be given as a \
      variable too, as REGISTRY_PORT for --port.

        registry serve
        registry serve --repository /srv/cookr.git --public-url https://swift.example.com
      """
  )

  @OptionGroup var options: ServerOptions

  func run() throws {
    let arguments = CommandLine.arguments.dropFirst().drop { $0 != Self.configuration.commandName }
    try ServerProgram.become(Array(arguments.dropFirst()))
  }
}
