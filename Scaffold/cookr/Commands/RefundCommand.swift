import ArgumentParser
import FlowKit
import Payments

struct RefundCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund",
    abstract: "Give back a part, or all, of what was paid for an order."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup(title: "Answers") var answers: AnswerOptions

  @Argument(help: "The order.")
  var id: String

  func run(in session: AppSession) async throws {
    let presenter = session.presenter(answers)
    let refund = try await session.withApp { app in
      let request = RefundRequest(reference: PaymentReference(try await app.order(named: id)))
      return try await app.payments.refund.start(request, on: presenter).get()
    }
    session.warnOfUnusedAnswers(presenter)
    session.console.print(FlowOutcome.refund(refund))
  }
}
