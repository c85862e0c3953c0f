import ArgumentParser

/// All it takes is the server's: nothing is read here, so that `--help` too is the server's answer.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the releases as a Swift package registry.",
    usage: "registry serve [--repository <folder>] [--port <port>] [<option> ...]",
    discussion: """
      Becomes 'registry-server', a program of its own, with the same arguments. With none it serves \
      this repository to this machine alone and prints where.

        registry serve
        registry serve --help    every option
      """
  )

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []

  func run() throws {
    try ServerProgram.become(arguments)
  }
}
