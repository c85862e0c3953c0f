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
      lines: [.text("'cookr meal --order \(order.id)' continues it.")]
    )
  }
}
