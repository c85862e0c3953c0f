/// Knows what happens next to an order: a kitchen, a courier service, a schedule.
public protocol OrderProgress: Sendable {
  /// Waits until the next step is taken and returns it; nil where, as things stand, none is to come.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func next(after timeline: Timeline) async throws -> ProgressStep?
}

/// A step that was taken, to be recorded.
public struct ProgressStep: Hashable, Sendable {
  /// What the order becomes.
  public let status: Status
  /// A line of words about it.
  public let note: String?

  /// Makes a step.
  public init(_ status: Status, note: String? = nil) {
    self.status = status
    self.note = note
  }
}
