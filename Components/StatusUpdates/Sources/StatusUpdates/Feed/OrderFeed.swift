import StatusUpdatesInterface

/// Delivers the changes of an order to the flow that follows it.
protocol OrderFeed: Sendable {
  /// Waits until the order has more changes than `seen`, and returns its timeline; `nil` if no
  /// change is expected.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled; any other error ends the flow.
  func next(after seen: Timeline) async throws -> Timeline?
}
