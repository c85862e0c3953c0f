public import FlowKit
import Foundation

/// A feed for demonstrations, which records the steps of an ``OrderProgress`` itself.
struct SimulatedKitchen: OrderFeed {
  let tracker: StatusTracker
  let progress: any OrderProgress

  func next(after seen: Timeline) async throws -> Timeline? {
    guard let step = try await progress.next(after: seen) else { return nil }
    let moved = try await tracker.advance(seen, to: step.status, note: step.note)
    if let moved { return moved }
    // Another process recorded steps meanwhile.
    return try await tracker.timeline(of: seen.order)
  }
}

/// Decides the next step of an order, such as a schedule.
protocol OrderProgress: Sendable {
  /// Waits until the next step is due and returns it; `nil` if none is expected.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func next(after timeline: Timeline) async throws -> ProgressStep?
}

/// A step to be recorded.
struct ProgressStep: Hashable, Sendable {
  let status: Status
  var note: String?
}

/// A schedule of one step each `pace`, from the chef's acceptance to the delivery.
///
/// A step is due `pace` after the one before it, even if nothing followed the order then. An order
/// without a chef has no next step.
struct KitchenSchedule: OrderProgress {
  let pace: Duration
  let now: @Sendable () -> Date
  let sleep: @Sendable (Duration) async throws -> Void

  func next(after timeline: Timeline) async throws -> ProgressStep? {
    try Task.checkCancellation()
    guard let step = step(after: timeline.status) else { return nil }
    // A clock that was set back must not make the kitchen wait for longer than a step.
    let rest = min(now().duration(until: timeline.latest.at.advanced(by: pace)), pace)
    if rest > .zero { try await sleep(rest) }
    return step
  }

  private func step(after status: Status) -> ProgressStep? {
    switch status {
    case .chefAssigned: ProgressStep(status: .cooking, note: "the pans are on the fire")
    case .cooking: ProgressStep(status: .onItsWay, note: "a courier has the meal")
    case .onItsWay: ProgressStep(status: .delivered, note: "enjoy your meal")
    case .placed, .delivered, .cancelled: nil
    }
  }

  /// Reads the pace from `COOKR_PACE`, in seconds for each step, from 0 to 3600; if it is not set,
  /// the pace is one second if `isInteractive`, or else zero.
  ///
  /// - Throws: a failure with ``FlowFailure/Code/invalidPace``.
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
