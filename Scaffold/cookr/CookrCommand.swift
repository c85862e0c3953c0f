import AppConsole
import ArgumentParser

/// The root of the command line; alone, it opens the home screen.
@main
struct CookrCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cookr",
    abstract: "Order a meal from a chef near you.",
    discussion: """
      Without a terminal, answers come from flags, then from lines on standard input. Results go to \
      standard output, all else to standard error; 'cookr help order' shows the flags of a command.
      """,
    version: ComponentVersions.ofThisApp.summary,
    subcommands: [HomeCommand.self, MealCommand.self, OrdersCommand.self, CancelCommand.self]
      + AppComponent.all.flatMap(\.commands) + [FlowsCommand.self, OpenCommand.self],
    defaultSubcommand: HomeCommand.self
  )

  static func main() async {
    await runApp()
  }
}
