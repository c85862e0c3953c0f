import FlowKit
import StatusUpdates

/// Asks how much and says that it was given; no money moves.
struct SampleTipFlow: SequentialFlow {
  typealias Parameters = TipRequest
  typealias Output = TipOutcome?

  func run(_ request: TipRequest, on presenter: any Presenter) async throws -> TipOutcome? {
    let euros = try await presenter.ask(
      .quantity("tip", "How many euros of tip?", in: 0...20, suggested: 2)
    )
    guard euros > 0 else { return nil }
    return TipOutcome(amount: Money(minorUnits: Int64(euros) * 100, currency: .eur))
  }
}
