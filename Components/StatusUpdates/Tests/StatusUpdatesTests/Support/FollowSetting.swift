import FlowKit
import FlowTesting
import Foundation

@testable import StatusUpdates

/// A flow with fresh stores, and an order that a chef has accepted.
struct FollowSetting: Sendable {
  let tracker: StatusTracker
  let flow: FollowFlow

  init(
    order statuses: [Status] = [.placed, .chefAssigned],
    tip: TipRoute? = TipRoute(to: TwoEuroTipFlow()),
    progress: (any OrderProgress)? = nil
  ) async throws {
    let store = StatusStore.inMemory()
    try await makeTracker(store, TestClock()).lead(.a17, through: statuses)
    self.init(store, tip: tip, progress: progress)
  }

  init(
    _ store: StatusStore,
    tip: TipRoute? = TipRoute(to: TwoEuroTipFlow()),
    progress: (any OrderProgress)? = nil
  ) {
    let clock = TestClock()
    tracker = makeTracker(store, clock)
    let kitchen = KitchenSchedule(
      pace: .seconds(60),
      now: clock.statusClock.now,
      sleep: clock.statusClock.sleep
    )
    flow = FollowFlow(
      tracker: tracker,
      feed: SimulatedKitchen(tracker: tracker, progress: progress ?? kitchen),
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
