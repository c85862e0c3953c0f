import FlowKit
import PaymentsInterface

/// What was given back, or is on its way back.
struct RefundDocument: Encodable {
  let id: String
  let order: String
  let amount: MoneyDocument
  /// `refunded`, or `pending` while the processor has not said.
  let state: String

  init(_ refund: Refund) {
    id = refund.id.rawValue
    order = refund.reference.rawValue
    amount = MoneyDocument(refund.amount)
    state = refund.outcome?.name ?? "pending"
  }
}
