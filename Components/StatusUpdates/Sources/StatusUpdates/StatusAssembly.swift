public import FlowKit
public import Foundation
public import StatusUpdatesInterface

/// The tracker and the customer's flow, put together on a store.
public struct StatusAssembly: Sendable {
  /// Records changes and tells the sinks.
  public let tracker: StatusTracker
  /// Follows an order.
  public let followFlow: FollowFlow

  /// Puts the component together with a simulated kitchen, which cooks while an order is followed.
  ///
  /// - Parameters:
  ///   - timelines: where timelines are stored.
  ///   - environment: the process's environment variables, of which `COOKR_PACE` is read.
  ///   - sinks: told of each change that this process records.
  ///   - tip: leads to the flow that takes tips; `nil` to offer none.
  ///   - isInteractive: whether a person watches, so that a step takes a second by default.
  ///   - clock: the time.
  ///   - onSinkFailure: called for each sink that could not be told of a change at once.
  /// - Throws: a failure with ``FlowFailure/Code/invalidPace``.
  public init(
    timelines: any TimelineStore,
    environment: [String: String],
    sinks: [any StatusSink] = [],
    tip: TipRoute? = nil,
    isInteractive: Bool,
    clock: StatusClock = .system,
    onSinkFailure: @escaping @Sendable (SinkFailure) -> Void
  ) throws(FlowFailure) {
    let pace = try KitchenSchedule.pace(from: environment, isInteractive: isInteractive)
    let schedule = KitchenSchedule(pace: pace, now: clock.now, sleep: clock.sleep)
    self.init(timelines, sinks, tip, nil, clock, onSinkFailure) { tracker in
      SimulatedKitchen(tracker: tracker, progress: schedule)
    }
  }

  /// Puts the component together so that an order is followed as other processes record it, such as
  /// the kitchen's app.
  ///
  /// - Parameters:
  ///   - timelines: where timelines are stored.
  ///   - changes: counts the changes of `timelines`.
  ///   - sinks: told of each change that this process records.
  ///   - tip: leads to the flow that takes tips; `nil` to offer none.
  ///   - messages: those of the terminal that the flow shows its pages on.
  ///   - clock: the time.
  ///   - onSinkFailure: called for each sink that could not be told of a change at once.
  public init(
    timelines: any TimelineStore,
    changes: any ChangeCounter,
    sinks: [any StatusSink] = [],
    tip: TipRoute? = nil,
    messages: TerminalMessages? = nil,
    clock: StatusClock = .system,
    onSinkFailure: @escaping @Sendable (SinkFailure) -> Void
  ) {
    self.init(timelines, sinks, tip, messages, clock, onSinkFailure) { tracker in
      RecordedFeed(tracker: tracker, changes: changes, sleep: clock.sleep)
    }
  }

  private init(
    _ timelines: any TimelineStore,
    _ sinks: [any StatusSink],
    _ tip: TipRoute?,
    _ messages: TerminalMessages?,
    _ clock: StatusClock,
    _ onSinkFailure: @escaping @Sendable (SinkFailure) -> Void,
    feed: (StatusTracker) -> any OrderFeed
  ) {
    tracker = StatusTracker(
      store: timelines,
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
  /// Returns the current time.
  public let now: @Sendable () -> Date
  /// Waits, and throws `CancellationError` as soon as the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// The time zone in which times of day are shown.
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

  /// The machine's clock.
  public static let system = StatusClock(
    now: { Date.now },
    sleep: { try await Task.sleep(for: $0) },
    timeZone: .current
  )
}
