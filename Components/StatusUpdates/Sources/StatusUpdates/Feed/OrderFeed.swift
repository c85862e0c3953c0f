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
  ///
  /// - Throws: a failure with ``FlowFailure/Code/unknownOrder`` if the order is gone; what
  ///   ``OrderFeed/next(after:)`` throws.
  func next(after seen: Timeline) async throws -> Timeline? {
    guard seen.status != .placed else { return nil }
    while true {
      try Task.checkCancellation()
      // Counted first, so that a change right after the timeline was read counts as new.
      let count = try await store.changeCount()
      let current = try await tracker.timeline(of: seen.order)
      if current.changes.count > seen.changes.count { return current }
      repeat {
        try await sleep(Self.interval)
      } while try await store.changeCount() == count
    }
  }
}
