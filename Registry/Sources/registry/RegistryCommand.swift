import ArgumentParser

/// The root of the command line; each verb is a subcommand in a file of its own.
@main
struct RegistryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registry",
    abstract: "A versioned component registry for Swift monorepos."
  )
}
