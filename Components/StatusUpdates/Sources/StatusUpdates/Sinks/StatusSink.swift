/// Somebody who is told of each change of each order.
///
/// What must reach its receiver goes through ``messages(about:)``, which are stored together with
/// the change; ``push(_:)`` is for telling it at once, and is not repeated after a crash.
public protocol StatusSink: Sendable {
  /// What messages about failures call it, such as `webhook`.
  var name: String { get }

  /// What to put into the outbox about the timeline's latest change.
  func messages(about timeline: Timeline) throws -> [OutboxMessage]

  /// Tells of the timeline's latest change, which is stored by now.
  ///
  /// Must end within a bounded time: the order waits for it.
  func push(_ timeline: Timeline) async throws
}

extension StatusSink {
  /// Nothing: such a sink is only told at once.
  public func messages(about timeline: Timeline) throws -> [OutboxMessage] { [] }
}

/// A sink that could not be told of a change; the change itself is stored.
public struct SinkFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sink's name.
  public let sink: String
  /// Why, as a lower-case fragment.
  public let reason: String

  /// The failure as one line.
  public var description: String {
    "the \(sink) was not told of the new status: \(reason)"
  }
}
