import AppConsole
import FlowKit
import Foundation
import Payments

extension FlowOutcome {
  /// What was paid for an order; nothing for a tip that the person did not give.
  static func receipts(_ receipts: [Receipt]) -> FlowOutcome {
    FlowOutcome(
      ReceiptsOutcomeDocument(receipts: receipts.map(ReceiptDocument.init)),
      page: page(of: receipts)
    )
  }

  private static func page(of receipts: [Receipt]) -> Page {
    guard let reference = receipts.first?.reference else {
      return Page(title: "No tip", lines: [.text("Nothing was charged.")])
    }
    return Page(
      title: "Paid for order \(reference.rawValue)",
      lines: Array(receipts.map(\.pageLines).joined(separator: [.gap]))
    )
  }
}

/// `cookr open cookr://receipt --json`.
private struct ReceiptsOutcomeDocument: Encodable {
  let schema = 1
  let receipts: [ReceiptDocument]
}

extension Receipt {
  var pageLines: [Page.Line] {
    let lines: [Page.Line] = [
      .field("Paid", capture.amount.description, role: .success),
      .field("With", card.description),
    ]
    return lines
      + refunds.map { refund in
        let name = refund.outcome == nil ? "Refund in progress" : "Refunded"
        return .field(name, refund.amount.description, role: .warning)
      }
  }

  /// That the person follows the order no longer, which the kitchen continues.
  func stoppedFollowing(advising invocation: Invocation, isDemo: Bool) -> CommandError {
    let track = invocation.command("track \(reference)\(isDemo ? " --demo" : "")")
    return CommandError(
      .cancelled,
      "stopped following order '\(reference)': it is paid ('\(capture.amount)'), and the kitchen continues",
      help: "\(track) follows it again, \(invocation.command("cancel \(reference)")) cancels it"
    )
  }
}

struct ReceiptDocument: Encodable {
  let id: String
  let purpose: String
  let order: String
  let card: String
  let total: MoneyDocument
  let tip: MoneyDocument
  let tax: MoneyDocument
  let paidAt: Date
  /// What was given back of it, and what is on its way back.
  let refunds: [RefundDocument]

  init(_ receipt: Receipt) {
    id = receipt.intent.rawValue
    purpose = receipt.purpose.rawValue
    order = receipt.reference.rawValue
    card = receipt.card.description
    total = MoneyDocument(receipt.capture.amount)
    tip = MoneyDocument(receipt.quote.tip)
    tax = MoneyDocument(receipt.quote.tax)
    paidAt = receipt.capture.at
    refunds = receipt.refunds.map(RefundDocument.init)
  }
}
