import FlowConsole
import FlowKit
import StatusUpdates
import StatusUpdatesInterface
import TerminalPresenter

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Follows an order that was just accepted by a chef, with everything kept in memory.
///
/// `COOKR_PACE` works as in the app, and a sample flow takes the tip; no webhook is sent.
@main
struct StatusUpdatesPreview {
  static func main() async {
    await Preview("track/A-17", describe: summary, makeFlow: makeFlow).runInTerminal()
  }

  @Sendable private static func makeFlow() async throws -> FollowFlow {
    let store = InMemoryStatusStore()
    let status = try StatusAssembly(
      timelines: store,
      environment: ProcessInfo.processInfo.environment,
      tip: TipRoute(to: SampleTipFlow()),
      isInteractive: true,
      onSinkFailure: { print($0) }
    )
    let order = OrderReference(rawValue: "A-17")
    try await status.tracker.advance(order, to: .placed)
    try await status.tracker.advance(order, to: .chefAssigned, note: "Malee Suwan, 1.2 km away")
    return status.followFlow
  }

  @Sendable private static func summary(of outcome: FollowOutcome) -> String {
    "ended as \(outcome.timeline.status.label), tip: \(outcome.tip)"
  }
}
