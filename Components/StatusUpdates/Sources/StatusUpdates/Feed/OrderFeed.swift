public import FlowKit
import Persistence

/// Delivers the changes of an order to the flow that follows it.
protocol OrderFeed: Sendable {
  /// Waits until the order has more changes than `seen`, and returns its timeline; `nil` if no
  /// change is expected.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled; any other error ends the flow.
  func next(after seen: Timeline) async throws -> Timeline?
}

/// Follows what other processes record, such as the kitchen's app or a customer who cancels.
///
/// It asks the store for its count of changes ten times a second, and reads the timeline only after the
/// count has changed.
struct RecordedFeed: OrderFeed {
  let tracker: StatusTracker
  /// That of the tracker.
  let store: StatusStore
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// The time between two polls: a change is noticed within it, plus the time that a poll takes.
  static let interval = Duration.milliseconds(100)

  /// Returns `nil` at once for an order without a chef, which waits for its customer.
  func next(after seen: Timeline) async throws -> Timeline? {
    guard seen.status != .placed else { return nil }
    while true {
      try Task.checkCancellation()
      // Counted first, so that a change right after the timeline was read counts as new.
      let count = try await store.database.changeCount()
      let current = try await tracker.timeline(of: seen.order)
      if current.changes.count > seen.changes.count { return current }
      repeat {
        try await sleep(Self.interval)
      } while try await store.database.changeCount() == count
    }
  }
}

/// A kitchen for demonstrations, which takes a step each `pace` while an order is followed, from the
/// chef's acceptance to the delivery.
///
/// A step is due `pace` after the one before it, even if nothing followed the order then. An order
/// without a chef has no next step.
struct SimulatedKitchen: OrderFeed {
  let tracker: StatusTracker
  let pace: Duration
  let clock: StatusClock

  func next(after seen: Timeline) async throws -> Timeline? {
    try Task.checkCancellation()
    guard let (status, note) = Self.step(after: seen.status) else { return nil }
    // A clock that was set back must not make the kitchen wait for longer than a step.
    let rest = min(clock.now().duration(until: seen.latest.at.advanced(by: pace)), pace)
    if rest > .zero { try await clock.sleep(rest) }
    if let moved = try await tracker.advance(seen, to: status, note: note) { return moved }
    // Another process has taken a step in the meantime.
    return try await tracker.timeline(of: seen.order)
  }

  private static func step(after status: Status) -> (status: Status, note: String)? {
    switch status {
    case .chefAssigned: (.cooking, "the pans are on the fire")
    case .cooking: (.onItsWay, "a courier has the meal")
    case .onItsWay: (.delivered, "enjoy your meal")
    case .placed, .delivered, .cancelled: nil
    }
  }

  /// Reads the pace from `COOKR_PACE`, in seconds for each step, from 0 to 3600; if it is not set,
  /// the pace is one second if `isInteractive`, or else zero.
  static func pace(
    from environment: [String: String],
    isInteractive: Bool
  ) throws(FlowFailure) -> Duration {
    let seconds = try pace.value(in: environment) { text in
      Double(text).flatMap { (0...3600).contains($0) ? $0 : nil }
    }
    return seconds.map { .seconds($0) } ?? (isInteractive ? .seconds(1) : .zero)
  }

  private static let pace = Setting(
    "COOKR_PACE",
    expected: "0 to 3600 seconds",
    help: "set it to a number such as 0.5, or leave it out",
    code: .invalidPace
  )
}

extension FlowFailure.Code {
  /// The pace of the simulated kitchen cannot be used.
  public static let invalidPace = Self(rawValue: "status.invalid-pace", kind: .misconfigured)
}
