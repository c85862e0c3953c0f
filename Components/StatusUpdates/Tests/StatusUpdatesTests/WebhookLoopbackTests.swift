import FlowKit
import Foundation
import HTTPClientTesting
import StatusUpdatesInterface
import Testing

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

/// The dispatcher over real sockets.
@Suite(.timeLimit(.minutes(1)))
struct WebhookLoopbackTests {
  let store = InMemoryStatusStore()
  let clock = TestClock()

  @Test func `a message arrives as a POST whose signature a receiver can check`() async throws {
    let server = try LoopbackServer(.status(200))
    defer { server.stop() }
    let report = try await place(for: server).dispatch()
    #expect(report == DispatchReport(delivered: 1, waiting: 0, givenUp: 0))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.line == "POST /orders HTTP/1.1")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["x-cookr-event-id"] == "webhook/A-17/1")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"at":"2026-11-21T09:00:00.000Z","id":"webhook/A-17/1","order":"A-17","#
        + #""sequence":1,"status":"placed","version":1}"#
    )
    try WebhookSignature.verify(
      try #require(request.headers["x-cookr-signature"]),
      of: request.body,
      with: try WebhookSecret("0123456789abcdef"),
      now: clock.now
    )
  }

  @Test func `a receiver that fails first gets the same message again`() async throws {
    let server = try LoopbackServer(.status(500), .status(200))
    defer { server.stop() }
    let dispatcher = try await place(for: server)
    #expect(try await dispatcher.dispatch().problem == "the receiver answered 500")
    clock.advance(by: 5)
    #expect(
      try await dispatcher.dispatch() == DispatchReport(delivered: 1, waiting: 0, givenUp: 0)
    )
    let requests = server.requests
    #expect(requests.count == 2)
    #expect(requests.first?.body == requests.last?.body)
    #expect(
      requests.first?.headers["x-cookr-signature"] != requests.last?.headers["x-cookr-signature"]
    )
  }

  @Test func `a busy receiver is left alone for as long as it asks`() async throws {
    let server = try LoopbackServer(.status(429, headers: ["Retry-After: 120"]), .status(200))
    defer { server.stop() }
    let dispatcher = try await place(for: server)
    #expect(try await dispatcher.dispatch().waiting == 1)
    clock.advance(by: 119)
    #expect(try await dispatcher.dispatch().delivered == 0)
    clock.advance(by: 1)
    #expect(try await dispatcher.dispatch().delivered == 1)
    #expect(server.requests.count == 2)
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"])
  func `a receiver that never finishes its answer costs the time limit and no more`(
    beginning: String
  ) async throws {
    let server = try LoopbackServer(.silence(after: beginning))
    defer { server.stop() }
    let dispatcher = try await place(for: server, timeout: .milliseconds(200))
    let began = ContinuousClock.now
    let report = try await dispatcher.dispatch()
    #expect(began.duration(to: .now) < .seconds(10))
    #expect(report == failed("no answer within 0.2 seconds"))
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le",
    "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
  ])
  func `a connection that breaks off leaves the message waiting`(beginning: String) async throws {
    let server = try LoopbackServer(.bytes(beginning), .status(200))
    defer { server.stop() }
    let dispatcher = try await place(for: server)
    let report = try await dispatcher.dispatch()
    #expect(report == failed("the receiver broke the connection off"))
    clock.advance(by: 5)
    #expect(try await dispatcher.dispatch().delivered == 1)
  }

  @Test func `a receiver that is not there leaves the message waiting`() async throws {
    let server = try LoopbackServer(.status(200))
    server.stop()
    let report = try await place(for: server).dispatch()
    #expect(report.waiting == 1)
    #expect(report.delivered == 0)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is not followed`(status: Int) async throws {
    let elsewhere = try LoopbackServer(.status(200))
    let server = try LoopbackServer(.status(status, headers: ["Location: \(elsewhere.hook)"]))
    defer {
      elsewhere.stop()
      server.stop()
    }
    let report = try await place(for: server).dispatch()
    #expect(report == failed("the receiver answered \(status)"))
    #expect(elsewhere.requests.isEmpty)
  }

  @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "Bearer", "x"])
  func `a challenge for a password is an answer like any other`(scheme: String) async throws {
    let server = try LoopbackServer(.status(401, headers: ["WWW-Authenticate: \(scheme)"]))
    defer { server.stop() }
    let report = try await place(for: server).dispatch()
    #expect(report.problem == "the receiver answered 401")
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    "HTTP/1.1 200\r\n\r\n", "HTTP/1.0 204 No Content\r\nX-Odd: \u{FF}\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nTrailer: x\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\nuntil the end",
  ])
  func `an unusual yes is a yes`(answer: String) async throws {
    let server = try LoopbackServer(.bytes(answer))
    defer { server.stop() }
    #expect(
      try await place(for: server).dispatch()
        == DispatchReport(delivered: 1, waiting: 0, givenUp: 0)
    )
  }

  @Test(arguments: [
    "garbage\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 400_000))\r\n\r\n",
  ])
  func `what is no HTTP leaves the message waiting`(answer: String) async throws {
    let server = try LoopbackServer(.bytes(answer))
    defer { server.stop() }
    let report = try await place(for: server).dispatch()
    #expect(report.waiting == 1)
    #expect(report.problem != nil)
  }

  @Test func `a header that would become two is not sent`() async throws {
    let server = try LoopbackServer(.status(200))
    defer { server.stop() }
    let request = WebhookRequest(
      url: try #require(URL(string: server.hook)),
      headers: ["X-Name": "one\r\nX-Other: two"],
      body: Data()
    )
    await #expect(throws: FlowFailure.self) { try await CurlTransport().send(request) }
    #expect(server.requests.isEmpty)
  }

  @Test func `an answer with a huge body counts by its status`() async throws {
    let body = String(repeating: "x", count: 4_000_000)
    let server = try LoopbackServer(.status(200, body: body))
    defer { server.stop() }
    #expect(try await place(for: server).dispatch().delivered == 1)
  }

  @Test func `a cancelled exchange ends at once and counts no failure`() async throws {
    let server = try LoopbackServer(.silence(after: ""))
    defer { server.stop() }
    let transport = CurlTransport(timeout: .seconds(50))
    let request = WebhookRequest(
      url: try #require(URL(string: server.hook)),
      headers: [:],
      body: Data()
    )
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup { group in
        group.addTask { _ = try await transport.send(request) }
        group.cancelAll()
        try await group.waitForAll()
      }
    }
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

  /// A dispatcher to the server, with one message to send.
  private func place(
    for server: LoopbackServer,
    timeout: Duration = .seconds(30)
  ) async throws -> WebhookDispatcher {
    let clock = clock
    let dispatcher = WebhookDispatcher(
      to: try .sample(url: server.hook),
      from: store,
      over: CurlTransport(timeout: timeout),
      now: { clock.now },
      random: { 0 }
    )
    let timeline = try Timeline(order: .a17, placedAt: clock.now)
    let outcome = try await store.append(
      timeline.latest,
      to: .a17,
      messages: try dispatcher.messages(about: timeline)
    )
    #expect(outcome == .appended)
    return dispatcher
  }
}
