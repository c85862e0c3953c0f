/// A feed that cooks by itself, for demonstrations: it records the steps that it tells of.
public struct SimulatedKitchen: OrderFeed {
  private let tracker: StatusTracker
  private let progress: any OrderProgress

  /// Makes a kitchen that takes the steps of `progress`.
  public init(tracker: StatusTracker, progress: any OrderProgress) {
    self.tracker = tracker
    self.progress = progress
  }

  public func next(after seen: Timeline) async throws -> Timeline? {
    guard let step = try await progress.next(after: seen) else { return nil }
    if let moved = try await tracker.advance(seen, by: step) { return moved }
    // Somebody else has moved the order on, perhaps by several steps.
    return try await tracker.timeline(of: seen.order)
  }
}
