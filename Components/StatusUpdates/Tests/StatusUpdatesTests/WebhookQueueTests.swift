import FlowKit
import Foundation
import StatusUpdates
import Testing

@testable import StatusUpdatesInterface
@testable import StatusUpdatesWebhook

struct WebhookQueueTests {
  let store = InMemoryStatusStore()
  let address = ["COOKR_WEBHOOK_URL": "https://example.org/orders"]

  @Test func `each change leaves the message in the outbox that the webhook sends`() async throws {
    let queue = try #require(WebhookQueue(environment: address))
    let tracker = StatusTracker(store: store, sinks: [queue], onSinkFailure: { _ in })
    try await tracker.lead(.a17, through: .wholeWay)
    #expect(try await store.state(of: .webhook).waiting == 5)
    let timeline = try #require(try await store.timeline(of: .a17))
    let environment = address.merging(["COOKR_WEBHOOK_SECRET": "0123456789abcdef"]) { $1 }
    let webhook = try Webhook(outbox: store, environment: environment)
    let own = try queue.messages(about: timeline).map(\.body)
    #expect(try webhook.sinks.flatMap { try $0.messages(about: timeline) }.map(\.body) == own)
    #expect(own.count == 1)
  }

  @Test(arguments: [[:], ["COOKR_WEBHOOK_URL": ""], ["COOKR_WEBHOOK_URL": " \t"]])
  func `without an address there is no queue`(environment: [String: String]) {
    #expect(WebhookQueue(environment: environment) == nil)
  }
}
