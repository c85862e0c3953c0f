/// Follows what others record: a kitchen in a process of its own, or the customer who cancels.
///
/// It looks at the store's ``ChangeCounter`` ten times a second, and reads the timeline only after
/// that has changed, so that a change is noticed within 200 ms.
public struct RecordedFeed: OrderFeed {
  private let tracker: StatusTracker
  private let changes: any ChangeCounter
  private let sleep: @Sendable (Duration) async throws -> Void

  /// How long a change can go unnoticed, but for the time that it takes to look.
  public static let interval = Duration.milliseconds(100)

  /// Makes a feed of what is recorded in the tracker's store, to which `changes` must belong.
  public init(
    tracker: StatusTracker,
    changes: any ChangeCounter,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.tracker = tracker
    self.changes = changes
    self.sleep = sleep
  }

  /// An order without a chef has no change to come: it is the customer's turn.
  ///
  /// - Throws: a failure with code `unknownOrder` if the order is gone; as ``OrderFeed/next(after:)``.
  public func next(after seen: Timeline) async throws -> Timeline? {
    guard seen.status != .placed else { return nil }
    while true {
      try Task.checkCancellation()
      // Counted first, so that a change right after the timeline was read counts as new.
      let count = try await changes.changeCount()
      let current = try await tracker.timeline(of: seen.order)
      if current.changes.count > seen.changes.count { return current }
      repeat {
        try await sleep(Self.interval)
      } while try await changes.changeCount() == count
    }
  }
}
