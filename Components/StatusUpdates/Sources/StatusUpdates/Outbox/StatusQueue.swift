import FlowKit
public import Foundation

/// Stores a message about each change together with the change, for another process to take.
public struct StatusQueue: Sendable {
  let destination: Destination
  let body: @Sendable (Timeline, MessageID) throws -> String

  /// What the customer's terminal is to say, which ``StatusStore/takeNews()`` takes.
  public static let terminal = StatusQueue(destination: .terminal) { timeline, _ in timeline.news }

  /// What the webhook is to send.
  public static let webhook = StatusQueue(destination: .webhook) { timeline, id in
    try WebhookEvent(timeline, id: id).json()
  }

  /// The queue of the webhook if the environment's `COOKR_WEBHOOK_URL` says where the messages go;
  /// without it, no app would send them.
  public static func webhook(environment: [String: String]) -> [StatusQueue] {
    Setting.webhookAddress().text(in: environment) == nil ? [] : [.webhook]
  }

  func message(about timeline: Timeline, at instant: Date) throws -> OutboxMessage {
    let sequence = timeline.latest.sequence
    let id = MessageID(destination: destination, order: timeline.order, sequence: sequence)
    return OutboxMessage(
      id: id,
      destination: destination,
      order: timeline.order,
      sequence: sequence,
      body: try body(timeline, id),
      createdAt: instant.wholeMilliseconds
    )
  }
}

extension Timeline {
  /// The latest change in words, such as `order A-17: on its way (by bicycle)`.
  var news: String {
    "order \(order): \(status.label)" + (latest.note.map { " (\($0))" } ?? "")
  }

  /// The latest change as a line, such as `12:30:05  order A-17: on its way (by bicycle)`.
  public func line(in timeZone: TimeZone = .current) -> String {
    "\(latest.at.timeOfDay(in: timeZone))  \(news)"
  }
}
