public import FlowKit

/// Stores timelines, together with the messages about their changes.
///
/// Each method is one transaction. Calls may come from several tasks and several processes at once.
public protocol TimelineStore: Sendable {
  /// Adds the newest change of an order and puts its messages into the outbox, both or neither.
  ///
  /// The change is added only if the order has `change.sequence - 1` changes (an unknown order has
  /// none): of two callers that read the same timeline, one gets ``AppendOutcome/outdated``. A
  /// change with the result ``AppendOutcome/appended`` survives a crash of the machine.
  func append(
    _ change: StatusChange,
    to order: OrderReference,
    messages: [OutboxMessage]
  ) async throws -> AppendOutcome

  func timeline(of order: OrderReference) async throws -> Timeline?

  func openTimelines() async throws -> [Timeline]
}

/// Whether a change was added to its timeline.
public enum AppendOutcome: Hashable, Sendable {
  case appended
  /// The timeline has another number of changes than expected, and nothing was stored.
  case outdated
}

/// A cheap check whether any process may have changed a store.
public protocol ChangeCounter: Sendable {
  /// Returns a number that differs from earlier results if any process has stored something since.
  func changeCount() async throws -> Int64
}
