import FlowConsole
import FlowKit
import Foundation
import StatusUpdates
import TerminalPresenter

/// Follows an order that was just accepted by a chef, with everything kept in memory.
@main
struct StatusUpdatesPreview {
  static func main() async {
    await Preview("track/A-17", describe: summary, makeFlow: makeFlow).runInTerminal()
  }

  @Sendable private static func makeFlow() async throws -> FollowFlow {
    let tracker = StatusTracker(store: .inMemory())
    let order = OrderReference(rawValue: "A-17")
    try await tracker.advance(order, to: .placed)
    try await tracker.advance(order, to: .chefAssigned, note: "Malee Suwan, 1.2 km away")
    return try FollowFlow(
      tracker,
      simulatedBy: ProcessInfo.processInfo.environment,
      isInteractive: true,
      tip: TipRoute(to: SampleTipFlow())
    )
  }

  @Sendable private static func summary(of outcome: FollowOutcome) -> String {
    "ended as \(outcome.timeline.status.label), tip: \(outcome.tip)"
  }
}

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
