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

  @Test func `a receiver that fails first gets the same message again, signed anew`() async throws {
    let server = try LoopbackServer(.status(500), .status(200))
    defer { server.stop() }
    let dispatcher = try await place(for: server.hook)
    #expect(try await dispatcher.dispatch().problem == "the receiver answered 500")
    clock.advance(by: 5)
    #expect(
      try await dispatcher.dispatch() == .clear(delivered: 1)
    )
    let requests = server.requests
    #expect(requests.count == 2)
    #expect(requests.first?.body == requests.last?.body)
    #expect(
      requests.first?.headers["x-cookr-signature"] != requests.last?.headers["x-cookr-signature"]
    )
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
