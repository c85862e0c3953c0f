import AppConsole
import FlowKit
import Foundation
import OrderProcessing

extension FlowOutcome {
  static func order(_ order: Order, advising invocation: Invocation) -> FlowOutcome {
    let way = invocation.command("meal --order \(order.id)")
    return FlowOutcome(
      OrderOutcomeDocument(order: OrderDocument(order)),
      page: Page(title: "Order \(order.id)", lines: order.pageLines),
      closingPage: Page(
        title: "Order \(order.id) is placed",
        lines: [.text("\(way) continues it.")]
      )
    )
  }
}

/// `cookr order --json`.
private struct OrderOutcomeDocument: Encodable {
  let schema = 1
  let order: OrderDocument
}

extension Order {
  var pageLines: [Page.Line] {
    lines.map { .field("\($0.quantity) × \($0.name)", $0.price.description) } + [
      .field("Flavour", flavour.name),
      .field("Total", total.description, role: .strong),
    ]
  }
}

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
