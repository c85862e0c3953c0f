import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import StatusUpdates

extension FlowOutcome {
  /// The outcome as a person reads it.
  var page: Page {
    switch self {
    case .order(let order):
      Page(title: "Order \(order.id)", lines: order.pageLines)
    case .assignment(let assignment):
      Page(title: assignment.chefName, lines: assignment.pageLines)
    case .receipts(let receipts):
      if let reference = receipts.first?.reference {
        Page(
          title: "Paid for order \(reference.rawValue)",
          lines: Array(receipts.map(\.pageLines).joined(separator: [.gap]))
        )
      } else {
        Page(title: "No tip", lines: [.text("Nothing was charged.")])
      }
    case .refund(let refund):
      Page(
        title: "Refunded",
        lines: [
          .field("Order", refund.reference.rawValue),
          .field("Amount", refund.amount.description, role: .success),
        ]
      )
    case .followed(let outcome):
      Page(title: "Order \(outcome.timeline.order)", lines: outcome.pageLines)
    }
  }

  /// What is left to say to a person who saw the flow's own pages; nil for nothing.
  var closingPage: Page? {
    guard case .order(let order) = self else { return nil }
    return Page(
      title: "Order \(order.id) is placed",
      lines: [.text("'cookr meal --order \(order.id)' goes on with it.")]
    )
  }
}

extension Journey {
  /// The whole journey on one page.
  var page: Page {
    let parts: [[Page.Line]] = [
      order?.pageLines ?? [],
      assignment?.pageLines ?? [],
      receipt?.pageLines ?? [],
      arrival,
    ]
    return Page(
      title: order.map { "Order \($0.id)" } ?? "No order",
      lines: Array(parts.filter { !$0.isEmpty }.joined(separator: [.gap]))
    )
  }

  private var arrival: [Page.Line] {
    if case .arrived(let outcome) = ending { outcome.pageLines } else { [] }
  }
}

extension Order {
  fileprivate var pageLines: [Page.Line] {
    lines.map { .field("\($0.quantity) × \($0.name)", $0.price.description) } + [
      .field("Flavour", flavour.name),
      .field("Total", total.description, role: .strong),
    ]
  }
}

extension ChefAssignment {
  fileprivate var pageLines: [Page.Line] {
    [
      .field("Chef", chefName),
      .field("Why", explanation),
      .field("To", destination),
      .field("Delivery", fee.description),
      .field("In", "\(etaMinutes) minutes"),
    ]
  }
}

extension Receipt {
  fileprivate var pageLines: [Page.Line] {
    var lines: [Page.Line] = [
      .field("Paid", capture.amount.description, role: .success),
      .field("With", card.description),
    ]
    if quote.tip.minorUnits > 0 { lines.append(.field("Of which tip", quote.tip.description)) }
    return lines
  }
}

extension FollowOutcome {
  fileprivate var pageLines: [Page.Line] {
    var lines: [Page.Line] = [.field("Status", timeline.status.label, role: timeline.status.role)]
    switch tip {
    case .given(let tip): lines.append(.field("Tip", tip.amount.description))
    case .failed(let failure):
      lines.append(.field("Tip", "not given: \(failure.message)", role: .warning))
    case .notOffered, .declined, .cancelled: break
    }
    return lines
  }
}

extension Status {
  var role: TextRole {
    switch self {
    case .delivered: .success
    case .cancelled: .failure
    case .placed, .chefAssigned, .cooking, .onItsWay: .plain
    }
  }
}
