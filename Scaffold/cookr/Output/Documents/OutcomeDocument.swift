import StatusUpdates

/// What one flow completed with: `cookr order`, `track`, `refund` and `open` with `--json`.
struct OutcomeDocument: Encodable {
  let schema = 1
  private(set) var order: OrderDocument?
  private(set) var chef: ChefDocument?
  private(set) var receipts: [ReceiptDocument]?
  private(set) var refund: RefundDocument?
  private(set) var timeline: TimelineDocument?
  private(set) var tip: TipDocument?

  init(_ outcome: FlowOutcome) {
    switch outcome {
    case .order(let order): self.order = OrderDocument(order)
    case .assignment(let assignment): chef = ChefDocument(assignment)
    case .receipts(let receipts): self.receipts = receipts.map(ReceiptDocument.init)
    case .refund(let refund): self.refund = RefundDocument(refund)
    case .followed(let outcome):
      timeline = TimelineDocument(outcome.timeline)
      tip = TipDocument(outcome.tip)
    }
  }
}
