import AppConsole
import ArgumentParser

struct TrackCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "track",
    abstract: "Follow an order until it is delivered."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup var kitchen: DemoOption
  @OptionGroup(title: "Answers") var answers: PaymentAnswers
  @OptionGroup(title: "Answers") var agreement: Agreement

  @Argument(help: "The order.")
  var id: String

  func run(in session: AppSession) async throws {
    let presenter = session.presenter([answers], yes: agreement.yes)
    try await session.withApp(isDemo: kitchen.demo) { app in
      let record = try await app.record(of: app.order(named: id))
      let request = app.followRequest(for: record.order, record.assignment)
      try await answers.check()
      let outcome = try await Coordinator(app, on: presenter).follow(request)
      session.warnOfUnusedAnswers(presenter)
      try session.console.print(outcome)
    }
  }
}

/// The options of the commands that follow an order.
struct DemoOption: ParsableArguments {
  @Flag(help: "Simulate the kitchen instead of waiting for one.")
  var demo = false
}
