import FlowKit
import Foundation
import PaymentsInterface

/// What was paid.
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
