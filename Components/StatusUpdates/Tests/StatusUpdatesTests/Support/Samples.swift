import FlowKit
import Foundation
import StatusUpdatesInterface

@testable import StatusUpdatesWebhook

extension OrderReference {
  static let a17 = OrderReference(rawValue: "A-17")
  static let b4 = OrderReference(rawValue: "B-4")
}

extension WebhookConfiguration {
  static func sample(url: String = "http://receiver.test/orders") throws -> Self {
    try WebhookConfiguration(url: url, secret: "0123456789abcdef")
  }
}

extension OutboxMessage {
  static func sample(
    _ order: OrderReference,
    _ sequence: Int,
    at instant: Date,
    destination: DestinationName = .webhook
  ) -> OutboxMessage {
    OutboxMessage(
      id: MessageID(destination: destination, order: order, sequence: sequence),
      destination: destination,
      order: order,
      sequence: sequence,
      body: "{}",
      createdAt: instant
    )
  }
}

extension StatusTracker {
  /// Leads an order through the given statuses, of which the first must be `placed` for a new one.
  func lead(_ order: OrderReference, through statuses: [Status]) async throws {
    for status in statuses { try await advance(order, to: status) }
  }
}

extension [Status] {
  static let wholeWay: [Status] = [.placed, .chefAssigned, .cooking, .onItsWay, .delivered]
}

/// A tracker whose sinks are expected never to fail.
func makeTracker(
  _ store: any TimelineStore,
  _ clock: TestClock,
  sinks: [any StatusSink] = []
) -> StatusTracker {
  StatusTracker(store: store, sinks: sinks, now: { clock.now }) { failure in
    preconditionFailure("\(failure)")
  }
}
