import FlowKit
import FlowTesting
import Foundation
import HTTPClientTesting
import Persistence

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

/// What the stores' tests count from.
let noon = Date(timeIntervalSince1970: 1_800_000_000)

/// An instant that many seconds after noon, in whole milliseconds as they are stored.
func instant(_ seconds: Double) -> Date {
  Date(timeIntervalSince1970: (1_800_000_000_000 + (seconds * 1000).rounded()) / 1000)
}

extension OrderReference {
  static let a17 = OrderReference(rawValue: "A-17")
  static let b4 = OrderReference(rawValue: "B-4")
}

extension WebhookConfiguration {
  static func sample(url: String = "http://receiver.test/orders") throws -> Self {
    try WebhookConfiguration(url: url, secret: "0123456789abcdef")
  }
}

extension OutboxMessage {
  static func sample(
    _ order: OrderReference,
    _ sequence: Int,
    at instant: Date,
    to destination: Destination = .webhook
  ) -> OutboxMessage {
    OutboxMessage(
      id: MessageID(destination: destination, order: order, sequence: sequence),
      destination: destination,
      order: order,
      sequence: sequence,
      body: #"{"note":"Zoë\n"}"#,
      createdAt: instant
    )
  }
}

extension StatusTracker {
  /// Leads an order through the given statuses, of which the first must be `placed` for a new one.
  func lead(_ order: OrderReference, through statuses: [Status]) async throws {
    for status in statuses { try await advance(order, to: status) }
  }
}

extension [Status] {
  static let wholeWay: [Status] = [.placed, .chefAssigned, .cooking, .onItsWay, .delivered]
}

extension StatusStore {
  /// The store with something else happening before and after each transaction.
  func observed(
    by observe: @escaping @Sendable (SharedDatabase.Moment) async throws -> Void
  ) -> StatusStore {
    StatusStore(database.observed(by: observe))
  }
}

func makeTracker(
  _ store: StatusStore,
  _ clock: TestClock,
  queues: [StatusQueue] = []
) -> StatusTracker {
  StatusTracker(store: store, queues: queues, now: { clock.now })
}

/// Puts a value in another's place, and returns the other.
func exchange<Value>(_ place: inout Value, with value: Value) -> Value {
  defer { place = value }
  return place
}

extension DispatchReport {
  /// The report on an outbox in which nothing is left, after a run that sent so many messages.
  static func clear(delivered: Int = 0) -> DispatchReport {
    DispatchReport(delivered: delivered, waiting: 0, givenUp: 0)
  }
}

extension LoopbackServer {
  /// Where the webhook goes.
  var hook: String { address + "/orders" }
}

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
