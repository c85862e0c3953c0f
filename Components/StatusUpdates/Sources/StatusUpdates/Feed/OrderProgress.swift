import StatusUpdatesInterface

/// Decides the next step of an order, such as a schedule.
protocol OrderProgress: Sendable {
  /// Waits until the next step is due and returns it; `nil` if none is expected.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func next(after timeline: Timeline) async throws -> ProgressStep?
}

/// A step to be recorded.
struct ProgressStep: Hashable, Sendable {
  /// What the order becomes.
  let status: Status
  /// One line about it.
  let note: String?

  /// Makes a step.
  init(_ status: Status, note: String? = nil) {
    self.status = status
    self.note = note
  }
}
