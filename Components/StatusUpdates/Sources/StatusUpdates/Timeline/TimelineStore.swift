public import FlowKit

/// Where timelines are kept, together with the messages that their steps cause.
///
/// Each method is one transaction. Calls may come from several tasks and several processes at once.
public protocol TimelineStore: Sendable {
  /// Adds the newest change of an order and puts its messages into the outbox, both or neither.
  ///
  /// The change is added only if the order stands at `change.sequence - 1` (an unknown order stands
  /// at 0): of two who saw the same timeline, one is answered ``AppendOutcome/outdated``.
  /// A change that was answered ``AppendOutcome/appended`` survives a crash of the machine.
  func append(
    _ change: StatusChange,
    to order: OrderReference,
    messages: [OutboxMessage]
  ) async throws -> AppendOutcome

  /// What happened to the order so far; nil for an order that was never placed.
  func timeline(of order: OrderReference) async throws -> Timeline?

  /// The timelines that have not come to an end, in the order in which they were placed.
  func openTimelines() async throws -> [Timeline]
}

/// Whether a change was added to its timeline.
public enum AppendOutcome: Hashable, Sendable {
  /// The change and its messages are stored.
  case appended
  /// The timeline stands elsewhere than the change expects, and nothing was stored.
  case outdated
}
