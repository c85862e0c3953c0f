import FlowKit
import Foundation
import HTTPClient
import HTTPClientTesting
import Testing

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

/// The dispatcher over real sockets; HTTPClient's tests have all that servers do wrong.
@Suite(.timeLimit(.minutes(1)))
struct WebhookLoopbackTests {
  let store = StatusStore.inMemory()
  let clock = TestClock()

  @Test func `a message arrives as a POST whose signature a receiver can check`() async throws {
    let server = try LoopbackServer(.status(200))
    defer { server.stop() }
    let report = try await place(for: server.hook).dispatch()
    #expect(report == .clear(delivered: 1))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.line == "POST /orders HTTP/1.1")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["user-agent"] == "CookR-StatusUpdates/1")
    #expect(request.headers["x-cookr-event-id"] == "webhook/A-17/1")
    #expect(request.headers["x-cookr-timestamp"] == "1795251600")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"at":"2026-11-21T09:00:00.000Z","id":"webhook/A-17/1","order":"A-17","#
        + #""sequence":1,"status":"placed","version":1}"#
    )
    let secret = try WebhookSecret("0123456789abcdef")
    let signature = secret.signature(of: request.body, at: clock.now)
    #expect(request.headers["x-cookr-signature"] == signature)
  }

  @Test(
    arguments: [
      (.silence(after: "HTTP/1.1 200 OK\r\n"), "no answer within 0.2 seconds"),
      (.bytes("HTTP/1.1 200 OK\r\nContent-Le"), "the receiver closed the connection"),
      (.status(307, headers: ["Location: /elsewhere"]), "the receiver answered 307"),
      (.status(401, headers: ["WWW-Authenticate: Basic realm=\"x\""]), "the receiver answered 401"),
    ] as [(LoopbackServer.Reply, String)]
  )
  func `without a yes the message waits, and the report says why`(
    reply: LoopbackServer.Reply,
    problem: String
  ) async throws {
    let server = try LoopbackServer(reply)
    defer { server.stop() }
    let report = try await place(for: server.hook, timeout: .milliseconds(200)).dispatch()
    #expect(report == failed(problem))
    #expect(server.requests.count == 1)
  }

  @Test func `a receiver that is not there leaves the message waiting`() async throws {
    let port = try RefusingPort()
    let report = try await place(for: port.address + "/orders").dispatch()
    #expect(report == failed("the receiver accepts no connection"))
    withExtendedLifetime(port) {}
  }

  @Test func `an answer with a huge body counts by its status`() async throws {
    let server = try LoopbackServer(.status(200, body: String(repeating: "x", count: 4_000_000)))
    defer { server.stop() }
    #expect(try await place(for: server.hook).dispatch().delivered == 1)
  }

  /// What a run comes to whose one message failed just now.
  private func failed(_ problem: String) -> DispatchReport {
    DispatchReport(
      delivered: 0,
      waiting: 1,
      givenUp: 0,
      problem: problem,
      nextAttempt: clock.now + 2.5
    )
  }

  /// A dispatcher to an address, with one message to send.
  private func place(
    for address: String,
    timeout: Duration = .seconds(30)
  ) async throws -> WebhookDispatcher {
    let clock = clock
    let dispatcher = WebhookDispatcher(
      webhook: try .sample(url: address),
      store: store,
      send: CurlClient(timeout: timeout, longestBody: 65_536).send,
      limits: DispatchLimits(answer: timeout),
      now: { clock.now },
      random: { 0 }
    )
    try await makeTracker(store, clock, queues: [.webhook]).advance(.a17, to: .placed)
    return dispatcher
  }
}

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
