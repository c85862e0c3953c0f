/// Where a follower learns that an order has changed.
public protocol OrderFeed: Sendable {
  /// Waits until the order has changed since it was seen, and returns it as it is then; `nil` if, as
  /// things stand, no change is to come.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled; what ends the feed otherwise.
  func next(after seen: Timeline) async throws -> Timeline?
}
