import ChefSourcing
import FlowKit
import OrderProcessing
import StatusUpdatesInterface

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
