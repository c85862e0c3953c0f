#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The clock of the component.
public struct StatusClock: Sendable {
  /// Returns the current time.
  public let now: @Sendable () -> Date
  /// Waits, and throws `CancellationError` as soon as the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// The time zone in which times of day are shown.
  public let timeZone: TimeZone

  /// Makes a clock.
  public init(
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    timeZone: TimeZone
  ) {
    self.now = now
    self.sleep = sleep
    self.timeZone = timeZone
  }

  /// The machine's clock.
  public static let system = StatusClock(
    now: { Date.now },
    sleep: { try await Task.sleep(for: $0) },
    timeZone: .current
  )
}
