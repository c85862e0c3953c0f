import AppConsole
import ArgumentParser
import FlowKit
import OrderProcessing

struct OrderCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "order",
    abstract: "Choose dishes and the meal's flavour, and place the order.",
    discussion: "'cookr meal --order ID' finds a chef for it, pays it and follows it."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup(title: "Answers") var answers: OrderAnswers
  @OptionGroup(title: "Answers") var agreement: Agreement

  func run(in session: AppSession) async throws {
    let presenter = session.presenter(answers, yes: agreement.yes)
    try await session.withApp { app in
      let order = try await Coordinator(app, on: presenter).order(OrderParameters())
      session.warnOfUnusedAnswers(presenter)
      try session.console.print(.order(order, advising: app.context.invocation))
    }
  }
}
