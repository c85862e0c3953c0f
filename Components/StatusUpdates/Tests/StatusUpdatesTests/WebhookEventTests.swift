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

struct StatusQueueTests {
  @Test(arguments: [
    ("https://example.org/orders", 1), ("", 0), (" \t", 0), (nil, 0),
  ])
  func `messages for the webhook are stored if an address is set`(address: String?, count: Int) {
    let environment = address.map { ["COOKR_WEBHOOK_URL": $0] } ?? [:]
    #expect(StatusQueue.webhook(environment: environment).count == count)
  }

  @Test func `the customer's terminal gets each line once, and none that was seen`() async throws {
    let store = StatusStore.inMemory()
    let tracker = makeTracker(store, TestClock(), queues: [.terminal])
    try await tracker.lead(.a17, through: [.placed])
    let seen = try await tracker.timeline(of: .a17).changes
    try await store.forgetNews(of: seen, of: .a17)
    try await tracker.advance(.a17, to: .chefAssigned, note: "Malee cooks")
    try await tracker.lead(.a17, through: [.cooking])
    let lines = ["order A-17: chef assigned (Malee cooks)", "order A-17: cooking"]
    #expect(try await store.takeNews() == lines)
    #expect(try await store.takeNews() == [])
  }
}
