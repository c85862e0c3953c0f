import StatusUpdatesInterface

extension WebhookDispatcher: StatusSink {
  var name: String { DestinationName.webhook.rawValue }

  func messages(about timeline: Timeline) throws -> [OutboxMessage] {
    try WebhookQueue(now: now).messages(about: timeline)
  }

  /// Sends what is due, this change among it where nothing earlier holds it back.
  func push(_ timeline: Timeline) async throws {
    _ = try await dispatch()
  }
}
