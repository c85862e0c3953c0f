import FlowKit
import Foundation
import Testing

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

struct WebhookEventTests {
  let start = TestClock().now
  let id = MessageID(destination: .webhook, order: .a17, sequence: 2)

  @Test func `the body of a first change has no status before it`() throws {
    let timeline = try Timeline(order: .a17, placedAt: start)
    #expect(
      try WebhookEvent(timeline, id: id).json()
        == #"{"at":"2026-11-21T09:00:00.000Z","id":"webhook/A-17/2","order":"A-17","#
        + #""sequence":1,"status":"placed","version":1}"#
    )
  }

  @Test func `the body of a later change tells what was before and the note`() throws {
    let timeline = try Timeline(order: .a17, placedAt: start)
      .advanced(to: .chefAssigned, at: start + 61.25, note: #"Zoë "Z" / 1.2 km"#)
    #expect(
      try WebhookEvent(timeline, id: id).json()
        == #"{"at":"2026-11-21T09:01:01.250Z","id":"webhook/A-17/2","#
        + #""note":"Zoë \"Z\" / 1.2 km","order":"A-17","previous":"placed","sequence":2,"#
        + #""status":"chef-assigned","version":1}"#
    )
  }

  @Test func `every millisecond is written as it is`() throws {
    let written = try (0..<1000).map { millisecond in
      let instant = Date(timeIntervalSince1970: 1_795_251_600 + Double(millisecond) / 1000)
      return WebhookEvent(try Timeline(order: .a17, placedAt: instant), id: id).at
    }
    let expected = (1000..<2000).map { "2026-11-21T09:00:00.\(String($0).dropFirst())Z" }
    #expect(written == expected)
  }
}

struct WebhookQueueTests {
  let store = StatusStore.inMemory()
  let address = ["COOKR_WEBHOOK_URL": "https://example.org/orders"]

  @Test func `each change leaves the message in the outbox that the webhook sends`() async throws {
    let queue = try #require(WebhookQueue(environment: address))
    let tracker = StatusTracker(store: store, sinks: [queue], onSinkFailure: { _ in })
    try await tracker.lead(.a17, through: .wholeWay)
    #expect(try await store.state(of: .webhook).waiting == 5)
    let timeline = try #require(try await store.timeline(of: .a17))
    let environment = address.merging(["COOKR_WEBHOOK_SECRET": "0123456789abcdef"]) { $1 }
    let webhook = try Webhook(store: store, environment: environment)
    let own = try queue.messages(about: timeline).map(\.body)
    #expect(try webhook.sinks.flatMap { try $0.messages(about: timeline) }.map(\.body) == own)
    #expect(own.count == 1)
  }

  @Test(arguments: [[:], ["COOKR_WEBHOOK_URL": ""], ["COOKR_WEBHOOK_URL": " \t"]])
  func `without an address there is no queue`(environment: [String: String]) {
    #expect(WebhookQueue(environment: environment) == nil)
  }
}
