import AppConsole
import FlowKit
import Payments

extension FlowOutcome {
  /// The outcome of payments for an order; one without receipts for a tip that the person did not
  /// give.
  static func receipts(_ receipts: [Receipt]) -> FlowOutcome {
    FlowOutcome(
      ["schema": 1, "receipts": receipts.map(\.document)],
      page: page(of: receipts)
    )
  }

  private static func page(of receipts: [Receipt]) -> Page {
    guard let reference = receipts.first?.intent.reference else {
      return Page(title: "No tip", lines: [.text("Nothing was charged.")])
    }
    return Page(
      title: "Paid for order \(reference.rawValue)",
      lines: Array(receipts.map(\.pageLines).joined(separator: [.gap]))
    )
  }
}

extension Receipt {
  var pageLines: [Page.Line] {
    let lines: [Page.Line] = [
      .field("Paid", capture.amount.description, role: .success),
      .field("With", intent.card.description),
    ]
    return lines
      + refunds.map { refund in
        let name = refund.outcome == nil ? "Refund in progress" : "Refunded"
        return .field(name, refund.amount.description, role: .warning)
      }
  }

  /// The error of a person who no longer follows the order, which the kitchen continues.
  func stoppedFollowing(advising invocation: Invocation, isDemo: Bool) -> CommandError {
    let reference = intent.reference
    let track = invocation.command("track \(reference)\(isDemo ? " --demo" : "")")
    return CommandError(
      .cancelled,
      "stopped following order '\(reference)': it is paid ('\(capture.amount)'), and the kitchen continues",
      help: "\(track) follows it again, \(invocation.command("cancel \(reference)")) cancels it"
    )
  }

  var document: Document {
    [
      "id": intent.id.rawValue, "purpose": intent.purpose.rawValue,
      "order": intent.reference.rawValue, "card": intent.card.description,
      "total": capture.amount.document, "tip": intent.quote.tip.document,
      "tax": intent.quote.tax.document, "paidAt": capture.at, "refunds": refunds.map(\.document),
    ]
  }
}
