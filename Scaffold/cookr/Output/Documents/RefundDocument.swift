import Payments

/// What was given back.
struct RefundDocument: Encodable {
  let id: String
  let order: String
  let amount: MoneyDocument

  init(_ refund: Refund) {
    id = refund.id.rawValue
    order = refund.reference.rawValue
    amount = MoneyDocument(refund.amount)
  }
}
