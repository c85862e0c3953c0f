import FlowConsole
import FlowKit
import StatusUpdates

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Follows an order that was just accepted by a chef, with everything kept in memory.
///
/// `COOKR_PACE` and the webhook's variables work as in the app; a sample tip flow stands in for
/// the one that the app supplies.
@main
struct StatusUpdatesPreview {
  static func main() async throws {
    do {
      try await preview()
    } catch let failure as FlowFailure {
      print("failed: \(failure)")
    }
  }

  private static func preview() async throws {
    let store = InMemoryStatusStore()
    let status = try StatusAssembly(
      timelines: store,
      outbox: store,
      environment: ProcessInfo.processInfo.environment,
      tip: TipRoute(to: SampleTipFlow()),
      isInteractive: true,
      onSinkFailure: { print($0) }
    )
    let order = OrderReference(rawValue: "A-17")
    try await status.tracker.advance(order, to: .placed)
    try await status.tracker.advance(order, to: .chefAssigned, note: "Malee Suwan, 1.2 km away")

    let request = FollowRequest(order: order, chef: "Malee Suwan")
    let result = await status.followFlow.start(request, on: LinePresenter.standard)
    switch result {
    case .completed(let outcome):
      print("\nended as \(outcome.timeline.status.label), tip: \(outcome.tip)")
    case .cancelled: print("\ncancelled; the order stays under way")
    case .failed(let failure): print("\nfailed: \(failure)")
    }
    let report = try await status.dispatch()
    if !report.isClear || report.delivered > 0 { print(report) }
  }
}
