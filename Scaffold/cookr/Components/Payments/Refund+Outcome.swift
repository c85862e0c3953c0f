import FlowKit
import PaymentsInterface

extension FlowOutcome {
  /// That money was given back.
  static func refund(_ refund: Refund) -> FlowOutcome {
    FlowOutcome(
      RefundOutcomeDocument(refund: RefundDocument(refund)),
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

/// `cookr refund --json`.
private struct RefundOutcomeDocument: Encodable {
  let schema = 1
  let refund: RefundDocument
}
