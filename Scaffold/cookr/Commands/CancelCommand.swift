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
    let presenter = session.presenter([], yes: agreement.yes)
    try await session.withApp { app in
      let order = try await app.order(named: id)
      let coordinator = Coordinator(app, on: presenter)
      let outcome = FollowOutcome(timeline: try await coordinator.cancel(order), tip: .notOffered)
      try session.console.print(
        try await coordinator.cancelled(outcome, title: "Order \(id) is cancelled")
      )
    }
  }
}
