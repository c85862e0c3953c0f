import FlowKit
import FlowTesting
import Foundation

@testable import StatusUpdates

/// A flow with fresh stores and a simulated kitchen, and an order that a chef has accepted.
struct FollowSetting: Sendable {
  /// What happens while the kitchen waits for its next step.
  typealias Interlude = @Sendable (StatusTracker) async throws -> Void

  let tracker: StatusTracker
  let flow: FollowFlow

  init(
    order statuses: [Status] = [.placed, .chefAssigned],
    tip: TipRoute? = TipRoute(to: TwoEuroTipFlow()),
    interlude: @escaping Interlude = { _ in }
  ) async throws {
    let store = StatusStore.inMemory()
    try await makeTracker(store, TestClock()).lead(.a17, through: statuses)
    self.init(store, tip: tip, interlude: interlude)
  }

  init(
    _ store: StatusStore,
    tip: TipRoute? = TipRoute(to: TwoEuroTipFlow()),
    interlude: @escaping Interlude = { _ in }
  ) {
    let clock = TestClock()
    let tracker = makeTracker(store, clock)
    let sleep: @Sendable (Duration) async throws -> Void = { duration in
      try await interlude(tracker)
      clock.advance(by: duration / .seconds(1))
    }
    self.tracker = tracker
    flow = FollowFlow(
      tracker: tracker,
      feed: SimulatedKitchen(
        tracker: tracker,
        pace: .seconds(60),
        clock: StatusClock(now: { clock.now }, sleep: sleep, timeZone: .gmt)
      ),
      tip: tip,
      timeZone: .gmt
    )
  }

  /// Runs the flow by a script.
  func run(
    _ script: [ScriptedAnswer],
    chef: String? = "Malee"
  ) async -> (result: FlowResult<FollowOutcome>, prompts: [Prompt]) {
    let presenter = ScriptedPresenter(script)
    let result = await flow.start(FollowRequest(order: .a17, chef: chef), on: presenter)
    return (result, presenter.prompts)
  }
}

/// Stands in for the app's tip flow: asks whether to give two euros.
struct TwoEuroTipFlow: SequentialFlow {
  typealias Parameters = TipRequest
  typealias Output = TipOutcome?

  func run(_ request: TipRequest, on presenter: any Presenter) async throws -> TipOutcome? {
    let question = Question.confirm("tip", "2 euros for \(request.chef ?? "them")?")
    guard try await presenter.ask(question) else { return nil }
    return TipOutcome(amount: Money(minorUnits: 200, currency: .eur), receipt: "R-1")
  }
}
