public import FlowKit
public import Foundation

/// The tracker and the customer's flow, put together on a store.
public struct StatusAssembly: Sendable {
  public let tracker: StatusTracker
  public let followFlow: FollowFlow

  /// Puts the component together with a simulated kitchen, which cooks while an order is followed.
  public init(
    store: StatusStore,
    environment: [String: String],
    sinks: [any StatusSink] = [],
    tip: TipRoute? = nil,
    isInteractive: Bool,
    clock: StatusClock = .system,
    onSinkFailure: @escaping @Sendable (SinkFailure) -> Void
  ) throws(FlowFailure) {
    let pace = try SimulatedKitchen.pace(from: environment, isInteractive: isInteractive)
    self.init(store, sinks, tip, nil, clock, onSinkFailure) { tracker in
      SimulatedKitchen(tracker: tracker, pace: pace, clock: clock)
    }
  }

  /// Puts the component together so that an order is followed as other processes record it, such as
  /// the kitchen's app.
  public init(
    store: StatusStore,
    sinks: [any StatusSink] = [],
    tip: TipRoute? = nil,
    messages: TerminalMessages? = nil,
    clock: StatusClock = .system,
    onSinkFailure: @escaping @Sendable (SinkFailure) -> Void
  ) {
    self.init(store, sinks, tip, messages, clock, onSinkFailure) { tracker in
      RecordedFeed(tracker: tracker, store: store, sleep: clock.sleep)
    }
  }

  private init(
    _ store: StatusStore,
    _ sinks: [any StatusSink],
    _ tip: TipRoute?,
    _ messages: TerminalMessages?,
    _ clock: StatusClock,
    _ onSinkFailure: @escaping @Sendable (SinkFailure) -> Void,
    feed: (StatusTracker) -> any OrderFeed
  ) {
    tracker = StatusTracker(
      store: store,
      sinks: sinks,
      now: clock.now,
      onSinkFailure: onSinkFailure
    )
    followFlow = FollowFlow(
      tracker: tracker,
      feed: feed(tracker),
      tip: tip,
      messages: messages,
      timeZone: clock.timeZone
    )
  }
}

/// The clock of the component.
public struct StatusClock: Sendable {
  public let now: @Sendable () -> Date
  /// Waits, and throws `CancellationError` as soon as the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void
  public let timeZone: TimeZone

  public init(
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    timeZone: TimeZone
  ) {
    self.now = now
    self.sleep = sleep
    self.timeZone = timeZone
  }

  public static let system = StatusClock(
    now: { Date.now },
    sleep: { try await Task.sleep(for: $0) },
    timeZone: .current
  )
}
