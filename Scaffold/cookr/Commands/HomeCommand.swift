import ArgumentParser

struct HomeCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "home",
    abstract: "Open the home screen: every flow, the orders under way, links."
  )

  @OptionGroup var options: AppOptions

  func run(in session: AppSession) async throws {
    let presenter = try session.screenPresenter()
    try await session.withApp { app in
      try await HomeScreen(app, on: presenter, console: session.console).run()
    }
  }
}
