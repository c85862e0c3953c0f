import Foundation
import OrderProcessing

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
