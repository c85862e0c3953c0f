import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing
import StatusUpdates
import StatusUpdatesInterface

extension Journey {
  /// The whole journey on one page.
  func page(advising invocation: Invocation) -> Page {
    let parts: [[Page.Line]] = [
      order?.pageLines ?? [],
      assignment?.pageLines(isDelivered: isDelivered) ?? [],
      receipt?.pageLines ?? [],
      arrival(advising: invocation),
    ]
    return Page(
      title: order.map { "Order \($0.id)" } ?? "No order",
      lines: Array(parts.filter { !$0.isEmpty }.joined(separator: [.gap]))
    )
  }

  private var isDelivered: Bool {
    if case .arrived(let outcome) = ending { outcome.timeline.status == .delivered } else { false }
  }

  private func arrival(advising invocation: Invocation) -> [Page.Line] {
    if case .arrived(let outcome) = ending { outcome.pageLines(advising: invocation) } else { [] }
  }
}

/// `cookr meal --json`.
struct JourneyDocument: Encodable {
  let schema = 1
  let order: OrderDocument?
  let chef: ChefDocument?
  let receipt: ReceiptDocument?
  private(set) var timeline: TimelineDocument?
  private(set) var tip: TipDocument?

  init(_ journey: Journey) {
    order = journey.order.map(OrderDocument.init)
    chef = journey.assignment.map(ChefDocument.init)
    receipt = journey.receipt.map(ReceiptDocument.init)
    guard case .arrived(let outcome) = journey.ending else { return }
    timeline = TimelineDocument(outcome.timeline)
    tip = TipDocument(outcome.tip)
  }
}
