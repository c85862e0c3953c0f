import AppConsole
import ArgumentParser
import FlowKit
import Payments

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
    let presenter = session.presenter([answers], yes: agreement.yes)
    try await session.withApp { app in
      let request = RefundRequest(reference: OrderReference(try await app.order(named: id)))
      let refund = try await Coordinator(app, on: presenter).refund(request)
      session.warnOfUnusedAnswers(presenter)
      try session.console.print(.refund(refund))
    }
  }
}

struct RefundAnswers: AnswerFlags {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The amount, such as '12.50'; '--yes' alone refunds everything.",
      valueName: "amount"
    )
  )
  var amount: [String] = []

  var byKey: [String: [String]] {
    ["amount": amount]
  }
}

extension FlowOutcome {
  static func refund(_ refund: Refund) -> FlowOutcome {
    FlowOutcome(
      ["schema": 1, "refund": refund.document],
      page: Page(
        title: "Refunded",
        lines: [
          .field("Order", refund.reference.rawValue),
          .field("Amount", refund.amount.description, role: .success),
        ]
      )
    )
  }
}

extension Refund {
  var document: Document {
    [
      "id": id.rawValue, "order": reference.rawValue, "amount": amount.document,
      "state": outcome?.name ?? "pending",
    ]
  }
}
