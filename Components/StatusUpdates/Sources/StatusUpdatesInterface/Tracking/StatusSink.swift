/// A receiver of all changes of all orders.
///
/// ``messages(about:)`` returns what must reach the receiver, and is stored together with the
/// change; ``push(_:)`` tells it at once, and is not repeated after a crash.
public protocol StatusSink: Sendable {
  /// Its name in messages about failures, such as `webhook`.
  var name: String { get }

  /// The messages to put into the outbox about the timeline's latest change.
  func messages(about timeline: Timeline) throws -> [OutboxMessage]

  /// Tells the receiver about the timeline's latest change, which is already stored.
  ///
  /// Must return within a bounded time, since the tracker waits for it.
  func push(_ timeline: Timeline) async throws
}

extension StatusSink {
  /// Returns none, for a sink that is only told at once.
  public func messages(about timeline: Timeline) throws -> [OutboxMessage] { [] }
}

/// A sink that could not be told of a change; the change itself is stored.
public struct SinkFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sink's name.
  public let sink: String
  /// The reason, as a lower-case fragment.
  public let reason: String

  /// The failure as one line.
  public var description: String {
    "the \(sink) was not told of the new status: \(reason)"
  }
}
