import StatusUpdates
import StatusUpdatesInterface

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
