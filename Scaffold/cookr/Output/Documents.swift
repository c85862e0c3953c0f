import ChefSourcing
import FlowKit
import Foundation
import OrderProcessing
import Payments
import StatusUpdates

// The JSON of `--json`, as Documentation/cookr-json.md describes it. Fields are added within a
// schema number; one that changes or goes raises it.

/// An amount of money.
struct MoneyDocument: Encodable {
  let currency: String
  let minorUnits: Int64
  let text: String

  init(_ money: Money) {
    currency = money.currency.code
    minorUnits = money.minorUnits
    text = money.description
  }
}

/// An order as it was placed.
struct OrderDocument: Encodable {
  struct Line: Encodable {
    let dish: String
    let name: String
    let quantity: Int
    let unitPrice: MoneyDocument
  }

  let id: String
  let placedAt: Date
  let flavour: String
  let lines: [Line]
  let total: MoneyDocument

  init(_ order: Order) {
    id = order.id.rawValue
    placedAt = order.placedAt
    flavour = order.flavour.id.rawValue
    lines = order.lines.map { line in
      Line(
        dish: line.dish.rawValue,
        name: line.name,
        quantity: line.quantity,
        unitPrice: MoneyDocument(line.unitPrice)
      )
    }
    total = MoneyDocument(order.total)
  }
}

/// Who cooks an order.
struct ChefDocument: Encodable {
  let id: String
  let name: String
  let explanation: String
  let neighbourhood: String
  let destination: String
  let fee: MoneyDocument
  let etaMinutes: Int

  init(_ assignment: ChefAssignment) {
    id = assignment.chefID.rawValue
    name = assignment.chefName
    explanation = assignment.explanation
    neighbourhood = assignment.neighbourhood
    destination = assignment.destination
    fee = MoneyDocument(assignment.fee)
    etaMinutes = assignment.etaMinutes
  }
}

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

  init(_ receipt: Receipt) {
    id = receipt.intent.rawValue
    purpose = receipt.purpose.rawValue
    order = receipt.reference.rawValue
    card = receipt.card.description
    total = MoneyDocument(receipt.capture.amount)
    tip = MoneyDocument(receipt.quote.tip)
    tax = MoneyDocument(receipt.quote.tax)
    paidAt = receipt.capture.at
  }
}

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

/// What happened to an order.
struct TimelineDocument: Encodable {
  struct Change: Encodable {
    let status: String
    let at: Date
    let note: String?
  }

  let order: String
  let status: String
  let changes: [Change]

  init(_ timeline: Timeline) {
    order = timeline.order.rawValue
    status = timeline.status.rawValue
    changes = timeline.changes.map { Change(status: $0.status.rawValue, at: $0.at, note: $0.note) }
  }
}
