import AppConsole
import ArgumentParser

struct HomeCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Open the home screen: all flows, active orders, links."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup var kitchen: DemoOption

  func run(in session: AppSession) async throws {
    let presenter = try session.screenPresenter()
    try await session.withApp(isDemo: kitchen.demo) { app in
      try await HomeScreen(app: app, presenter: presenter, console: session.console).run()
    }
  }
}
