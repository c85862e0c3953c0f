public import FlowKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The component put together: its services and flow on its own adapters.
///
/// It chooses the adapters by the environment: the simulated kitchen's pace (`COOKR_PACE`), the
/// webhook (`COOKR_WEBHOOK_URL`, `COOKR_WEBHOOK_SECRET`).
public struct StatusAssembly: Sendable {
  /// Records changes and tells of them.
  public let tracker: StatusTracker
  /// Follows an order.
  public let followFlow: FollowFlow
  private let outbox: any Outbox
  private let webhook: WebhookDispatcher?
  private let now: @Sendable () -> Date

  /// Puts the component together with a simulated kitchen, which cooks while an order is followed.
  ///
  /// - Parameters:
  ///   - timelines: where timelines are kept.
  ///   - outbox: the outbox that `timelines` puts messages into.
  ///   - environment: the process's environment variables.
  ///   - sinks: who is told of changes beside the webhook.
  ///   - tip: the way to the flow that takes tips; without it none is offered.
  ///   - isInteractive: whether a person watches, so that the kitchen takes its time.
  ///   - clock: the time.
  ///   - onSinkFailure: hears of sinks that could not be told at once.
  /// - Throws: a failure with ``FlowFailure/Code/webhookConfiguration`` or
  ///   ``FlowFailure/Code/invalidPace``.
  public init(
    timelines: any TimelineStore,
    outbox: any Outbox,
    environment: [String: String],
    sinks: [any StatusSink] = [],
    tip: TipRoute? = nil,
    isInteractive: Bool,
    clock: StatusClock = .system,
    onSinkFailure: @escaping @Sendable (SinkFailure) -> Void
  ) throws(FlowFailure) {
    let pace = try KitchenSchedule.pace(from: environment, isInteractive: isInteractive)
    let schedule = KitchenSchedule(pace: pace, now: clock.now, sleep: clock.sleep)
    try self.init(timelines, outbox, environment, sinks, tip, clock, onSinkFailure) { tracker in
      SimulatedKitchen(tracker: tracker, progress: schedule)
    }
  }

  /// Puts the component together on what others record: an order that is followed goes on as a
  /// kitchen, in this process or in another, records it.
  ///
  /// - Parameters:
  ///   - timelines: where timelines are kept.
  ///   - outbox: the outbox that `timelines` puts messages into.
  ///   - changes: counts the changes of `timelines`.
  ///   - environment: the process's environment variables.
  ///   - sinks: who is told of the changes that this process records, beside the webhook.
  ///   - tip: the way to the flow that takes tips; without it none is offered.
  ///   - clock: the time.
  ///   - onSinkFailure: hears of sinks that could not be told at once.
  /// - Throws: a failure with ``FlowFailure/Code/webhookConfiguration``.
  public init(
    timelines: any TimelineStore,
    outbox: any Outbox,
    changes: any ChangeCounter,
    environment: [String: String],
    sinks: [any StatusSink] = [],
    tip: TipRoute? = nil,
    clock: StatusClock = .system,
    onSinkFailure: @escaping @Sendable (SinkFailure) -> Void
  ) throws(FlowFailure) {
    try self.init(timelines, outbox, environment, sinks, tip, clock, onSinkFailure) { tracker in
      RecordedFeed(tracker: tracker, changes: changes, sleep: clock.sleep)
    }
  }

  private init(
    _ timelines: any TimelineStore,
    _ outbox: any Outbox,
    _ environment: [String: String],
    _ sinks: [any StatusSink],
    _ tip: TipRoute?,
    _ clock: StatusClock,
    _ onSinkFailure: @escaping @Sendable (SinkFailure) -> Void,
    feed: (StatusTracker) -> any OrderFeed
  ) throws(FlowFailure) {
    self.outbox = outbox
    now = clock.now
    webhook = try WebhookConfiguration.read(from: environment).map { configuration in
      WebhookDispatcher(
        to: configuration,
        from: outbox,
        over: CurlTransport(),
        now: clock.now
      )
    }
    tracker = StatusTracker(
      store: timelines,
      sinks: sinks + (webhook.map { [$0] } ?? []),
      now: clock.now,
      onSinkFailure: onSinkFailure
    )
    followFlow = FollowFlow(
      tracker: tracker,
      feed: feed(tracker),
      tip: tip,
      timeZone: clock.timeZone
    )
  }

  /// Sends what is due in the outbox, for example when the app starts and before it ends.
  ///
  /// Where no webhook is configured nothing is sent; messages from when there was one stay.
  public func dispatch() async throws -> DispatchReport {
    if let webhook { return try await webhook.dispatch() }
    let state = try await outbox.state(of: .webhook)
    return DispatchReport(
      delivered: 0,
      waiting: state.waiting,
      givenUp: state.givenUp,
      problem: state.waiting > 0 ? "no webhook is configured" : state.problem
    )
  }

  /// Makes all messages that were given up wait again, for the next ``dispatch()``, and returns how
  /// many those were.
  ///
  /// Such a message may reach the receiver after later ones of its order.
  public func retryGivenUp() async throws -> Int {
    try await outbox.requeueGivenUp(for: .webhook, at: now())
  }
}
