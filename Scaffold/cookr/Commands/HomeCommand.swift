import AppConsole
import ArgumentParser
import FlowKit

struct HomeCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Open the home screen: all flows, active orders, links."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup var kitchen: DemoOption

  // A mistyped command arrives here, since this is the one that runs without a name.
  @Argument(help: .hidden)
  var words: [String] = []

  func run(in session: AppSession) async throws {
    if let word = words.first { throw Self.unknownCommand(word) }
    let presenter = try session.screenPresenter()
    try await session.withApp(isDemo: kitchen.demo) { app in
      try await HomeScreen(app, on: presenter, console: session.console).run()
    }
  }

  private static func unknownCommand(_ word: String) -> Trouble {
    let names = CookrCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    return Trouble(
      .misused,
      "unknown command '\(word)'",
      help: nearestHelp(to: word, among: names)
    )
  }
}
