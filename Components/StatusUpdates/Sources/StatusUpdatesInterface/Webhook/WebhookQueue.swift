import FlowKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stores the messages for the webhook together with the changes, and sends none.
///
/// For an app beside the one that sends them, which is the kitchen's.
public struct WebhookQueue: StatusSink {
  /// `webhook`.
  public let name = DestinationName.webhook.rawValue

  private let now: @Sendable () -> Date

  /// Makes a queue; `now` returns the current time.
  public init(now: @escaping @Sendable () -> Date = { Date.now }) {
    self.now = now
  }

  /// Makes a queue if the environment's `COOKR_WEBHOOK_URL` says where the messages go; without one,
  /// nobody would ever send them.
  public init?(environment: [String: String]) {
    guard Setting.webhookAddress().text(in: environment) != nil else { return nil }
    self.init()
  }

  public func messages(about timeline: Timeline) throws -> [OutboxMessage] {
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

  /// Does nothing: the messages wait in the outbox.
  public func push(_ timeline: Timeline) async throws {}
}
