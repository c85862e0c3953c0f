import StatusUpdatesInterface

/// A feed for demonstrations, which records the steps of an ``OrderProgress`` itself.
struct SimulatedKitchen: OrderFeed {
  private let tracker: StatusTracker
  private let progress: any OrderProgress

  /// Makes a kitchen that takes the steps of `progress`.
  init(tracker: StatusTracker, progress: any OrderProgress) {
    self.tracker = tracker
    self.progress = progress
  }

  func next(after seen: Timeline) async throws -> Timeline? {
    guard let step = try await progress.next(after: seen) else { return nil }
    let moved = try await tracker.advance(seen, to: step.status, note: step.note)
    if let moved { return moved }
    // Another process recorded steps meanwhile.
    return try await tracker.timeline(of: seen.order)
  }
}
