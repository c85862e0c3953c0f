import AppConsole
import ArgumentParser
import FlowKit
import Payments
import PaymentsInterface

struct RefundCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "refund",
    abstract: "Refund all or part of what was paid for an order."
  )

  @OptionGroup var options: AppOptions
  @OptionGroup(title: "Answers") var answers: RefundAnswers
  @OptionGroup(title: "Answers") var agreement: Agreement

  @Argument(help: "The order.")
  var id: String

  func run(in session: AppSession) async throws {
    let presenter = session.presenter(answers, yes: agreement.yes)
    try await session.withApp { app in
      let request = RefundRequest(reference: OrderReference(try await app.order(named: id)))
      let refund = try await Coordinator(app, on: presenter).refund(request)
      session.warnOfUnusedAnswers(presenter)
      try session.console.print(.refund(refund))
    }
  }
}
