import AppConsole
import FlowKit
import OrderProcessing

extension FlowOutcome {
  static func order(_ order: Order, advising invocation: Invocation) -> FlowOutcome {
    let way = invocation.command("meal --order \(order.id)")
    return FlowOutcome(
      ["schema": 1, "order": order.document],
      page: Page(title: "Order \(order.id)", lines: order.pageLines),
      closingPage: Page(
        title: "Order \(order.id) is placed",
        lines: [
          .text("\(way) finds a chef, pays and follows it."),
          .text(
            "\(invocation.command("", of: "kitchen")) in a second terminal is the chef's side."
          ),
        ]
      )
    )
  }
}

extension Order {
  var pageLines: [Page.Line] {
    lines.map { .field("\($0.quantity) × \($0.name)", $0.price.description) } + [
      .field("Flavour", flavour.name),
      .field("Total", total.description, role: .strong),
    ]
  }

  var document: Document {
    [
      "id": id.rawValue, "placedAt": placedAt, "flavour": flavour.id.rawValue,
      "lines": lines.map { line -> Document in
        [
          "dish": line.dish.rawValue, "name": line.name, "quantity": line.quantity,
          "unitPrice": line.unitPrice.document,
        ]
      },
      "total": total.document,
    ]
  }
}
