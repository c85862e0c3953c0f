import StatusUpdatesInterface

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WebhookDispatcher: StatusSink {
  var name: String { DestinationName.webhook.rawValue }

  func messages(about timeline: Timeline) throws -> [OutboxMessage] {
    let change = timeline.latest
    let id = MessageID(
      destination: .webhook,
      order: timeline.order,
      sequence: change.sequence
    )
    let message = OutboxMessage(
      id: id,
      destination: .webhook,
      order: timeline.order,
      sequence: change.sequence,
      body: try WebhookEvent(timeline, id: id).json(),
      createdAt: now().wholeMilliseconds
    )
    return [message]
  }

  /// Sends what is due, this change among it where nothing earlier holds it back.
  func push(_ timeline: Timeline) async throws {
    _ = try await dispatch()
  }
}
