import AppConsole
import ArgumentParser
import StatusUpdates

struct CancelCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancel an order that is not on its way yet, and refund it."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup(title: "Answers") var agreement: Agreement

  @Argument(help: "The order.")
  var id: String

  func run(in session: AppSession) async throws {
    let presenter = session.presenter(yes: agreement.yes)
    try await session.withApp { app in
      let order = try await app.order(named: id)
      let timeline = try await Coordinator(app, on: presenter).cancel(order)
      let outcome = FollowOutcome(timeline: timeline, tip: .notOffered)
      try session.console.print(.followed(outcome, advising: app.context.invocation))
    }
  }
}
