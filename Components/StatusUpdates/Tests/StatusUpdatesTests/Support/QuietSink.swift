import StatusUpdatesInterface

/// Has messages stored as another sink would, and is never told anything.
struct QuietSink: StatusSink {
  let base: any StatusSink

  var name: String { base.name }

  func messages(about timeline: Timeline) throws -> [OutboxMessage] {
    try base.messages(about: timeline)
  }

  func push(_ timeline: Timeline) async throws {}
}
