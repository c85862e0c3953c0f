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
  @OptionGroup(title: "Answers") var answers: AnswerOptions

  func run(in session: AppSession) async throws {
    let presenter = session.presenter(answers)
    let order = try await session.withApp { app in
      try await Coordinator(app, on: presenter).order(OrderParameters())
    }
    session.warnOfUnusedAnswers(presenter)
    session.console.print(FlowOutcome.order(order))
  }
}
