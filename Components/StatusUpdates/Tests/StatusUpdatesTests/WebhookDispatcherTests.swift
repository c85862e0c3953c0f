import FlowKit
import Foundation
import Persistence
import Testing

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

struct WebhookDispatcherTests {
  let store = StatusStore.inMemory()
  let clock = TestClock()

  @Test func `what is due is sent in the order of each order's changes`() async throws {
    let receiver = FakeReceiver(.status(200))
    let dispatcher = try makeDispatcher(receiver)
    try await record(.a17, through: [.placed, .chefAssigned, .cooking])
    try await record(.b4, through: [.placed, .cancelled])
    let report = try await dispatcher.dispatch()
    #expect(report == .clear(delivered: 5))
    #expect(receiver.ids.filter { $0.contains("A-17") } == ids(.a17, 1...3))
    #expect(receiver.ids.filter { $0.contains("B-4") } == ids(.b4, 1...2))
    #expect(try await dispatcher.dispatch() == .clear())
  }

  @Test(arguments: [100, 301, 302, 307, 401, 403, 404, 407, 408, 425, 429, 500, 502, 503, 599])
  func `an answer that can change is asked for again`(status: Int) async throws {
    let dispatcher = try makeDispatcher(FakeReceiver(.status(status), .status(200)))
    try await record(.a17, through: [.placed])
    let first = try await dispatcher.dispatch()
    let expected = DispatchReport(
      delivered: 0,
      waiting: 1,
      givenUp: 0,
      problem: "the receiver answered \(status)",
      nextAttempt: clock.now + 2.5
    )
    #expect(first == expected)
    clock.advance(by: 1)
    #expect(try await makeDispatcher(FakeReceiver(.status(200))).dispatch() == expected)
    clock.advance(by: 4)
    let second = try await dispatcher.dispatch()
    #expect(second == .clear(delivered: 1))
  }

  @Test(arguments: [400, 402, 405, 406, 409, 410, 413, 415, 422, 451])
  func `an answer that will not change gives the message up and keeps it`(
    status: Int
  ) async throws {
    let receiver = FakeReceiver(.status(status), .status(200))
    let dispatcher = try makeDispatcher(receiver)
    try await record(.a17, through: [.placed, .cancelled])
    let report = try await dispatcher.dispatch()
    let problem = "the receiver answered \(status)"
    #expect(report == DispatchReport(delivered: 1, waiting: 0, givenUp: 1, problem: problem))
    #expect(receiver.ids == ids(.a17, 1...2))
  }

  @Test func `delays double up to the longest, half of each by chance, and then end`()
    async throws
  {
    let receiver = FakeReceiver(.status(500))
    let policy = RetryPolicy(firstDelay: .seconds(4), longestDelay: .seconds(10), attempts: 4)
    let dispatcher = try makeDispatcher(receiver, retry: policy, random: 0.5)
    try await record(.a17, through: [.placed])
    _ = try await dispatcher.dispatch()
    // 4, 8 and 10 seconds, of which a quarter is left out.
    for (index, delay) in [3.0, 6, 7.5].enumerated() {
      clock.advance(by: delay - 0.001)
      _ = try await dispatcher.dispatch()
      #expect(receiver.requests.count == index + 1)
      clock.advance(by: 0.001)
      _ = try await dispatcher.dispatch()
      #expect(receiver.requests.count == index + 2)
    }
    clock.advance(by: 1_000_000)
    let report = try await dispatcher.dispatch()
    #expect(
      report.description
        == "webhook: 0 delivered, 0 waiting, 1 given up (the receiver answered 500, at 4 attempts)"
    )
    #expect(receiver.requests.count == 4)
  }

  @Test func `even after countless failures the standard delay is bounded`() async throws {
    let dispatcher = try makeDispatcher(
      FakeReceiver(.status(503)),
      retry: RetryPolicy(firstDelay: .seconds(5), longestDelay: .seconds(60), attempts: 200)
    )
    try await record(.a17, through: [.placed])
    for _ in 0..<200 {
      _ = try await dispatcher.dispatch()
      clock.advance(by: 60)
    }
    let problem = "the receiver answered 503, at 200 attempts"
    let report = DispatchReport(waiting: 0, givenUp: 1, problem: problem)
    #expect(try await store.report(on: .webhook) == report)
  }

  @Test(arguments: [
    ("120", 120.0), (" 7 ", 7), ("Sat, 21 Nov 2026 09:02:00 GMT", 120), ("0", 2.5),
    ("Sat, 21 Nov 2020 09:02:00 GMT", 2.5), ("soon", 2.5), ("-5", 2.5), ("999999999999", 2.5),
    ("Sat, 99 Foo 2026 09:02:00 GMT", 2.5), ("1000000", 86_400),
  ])
  func `a receiver may ask for a longer delay, up to a day`(
    header: String,
    delay: Double
  ) async throws {
    let receiver = FakeReceiver(.status(429, retryAfter: header), .status(200))
    let dispatcher = try makeDispatcher(receiver)
    try await record(.a17, through: [.placed])
    _ = try await dispatcher.dispatch()
    clock.advance(by: delay - 0.001)
    #expect(try await dispatcher.dispatch().delivered == 0)
    clock.advance(by: 0.001)
    #expect(try await dispatcher.dispatch().delivered == 1)
  }

  @Test func `a receiver that cannot be reached ends the run, and all stays`() async throws {
    let receiver = FakeReceiver(.failure(FlowFailure(.unavailable, "no answer within 5 s")))
    let dispatcher = try makeDispatcher(receiver)
    try await record(.a17, through: [.placed])
    try await record(.b4, through: [.placed])
    let report = try await dispatcher.dispatch()
    #expect(receiver.requests.count == 1)
    #expect(
      report.description
        == "webhook: 0 delivered, 2 waiting, 0 given up (no answer within 5 s)"
    )
  }

  @Test func `a run ends after its time, and the next continues`() async throws {
    let receiver = FakeReceiver(.status(200))
    let clock = clock
    let dispatcher = try makeDispatcher(receiver) { clock.advance(by: 4) }
    try await record(.a17, through: .wholeWay)
    let first = try await dispatcher.dispatch()
    let due = TestClock().now
    #expect(first == DispatchReport(delivered: 3, waiting: 2, givenUp: 0, nextAttempt: due))
    #expect(try await dispatcher.dispatch().delivered == 2)
  }

  @Test func `a sender whose claim lapsed before it sent does not send any more`() async throws {
    let receiver = FakeReceiver(.status(200))
    let clock = clock
    let slow = store.observed { if $0.isAfter { clock.advance(by: 31) } }
    let asleep = try makeDispatcher(receiver, on: slow)
    try await record(.a17, through: [.placed])
    let report = try await asleep.dispatch()
    let lapse = TestClock().now + 30
    #expect(report == DispatchReport(delivered: 0, waiting: 1, givenUp: 0, nextAttempt: lapse))
    #expect(receiver.requests.isEmpty)
    #expect(try await makeDispatcher(receiver).dispatch().delivered == 1)
  }

  @Test func `a cancelled run counts no failure, and a later one sends`() async throws {
    let receiver = FakeReceiver(.failure(CancellationError()), .status(200))
    let dispatcher = try makeDispatcher(receiver)
    try await record(.a17, through: [.placed])
    await #expect(throws: CancellationError.self) { try await dispatcher.dispatch() }
    clock.advance(by: 30)
    #expect(
      try await dispatcher.dispatch() == .clear(delivered: 1)
    )
  }

  @Test func `several dispatchers at once send each message once and in order`() async throws {
    let receiver = FakeReceiver(.status(200))
    let dispatchers = try (0..<4).map { _ in try makeDispatcher(receiver) }
    let orders = (1...20).map { OrderReference(rawValue: "O-\($0)") }
    for order in orders { try await record(order, through: .wholeWay) }
    try await withThrowingTaskGroup { group in
      for dispatcher in dispatchers {
        group.addTask { _ = try await dispatcher.dispatch() }
      }
      try await group.waitForAll()
    }
    for order in orders {
      let prefix = "webhook/\(order)/"
      #expect(receiver.ids.filter { $0.hasPrefix(prefix) } == ids(order, 1...5))
    }
  }

  private func makeDispatcher(
    _ receiver: FakeReceiver,
    on store: StatusStore? = nil,
    retry: RetryPolicy = .standard,
    random: Double = 0,
    beforeEach: @escaping @Sendable () -> Void = {}
  ) throws -> WebhookDispatcher {
    let clock = clock
    return WebhookDispatcher(
      webhook: try .sample(),
      store: store ?? self.store,
      send: { request in
        beforeEach()
        return try await receiver.send(request)
      },
      limits: DispatchLimits(retry: retry),
      now: { clock.now },
      random: { random }
    )
  }

  /// Records changes with their messages, and sends none.
  private func record(_ order: OrderReference, through statuses: [Status]) async throws {
    try await makeTracker(store, clock, queues: [.webhook]).lead(order, through: statuses)
  }

  private func ids(_ order: OrderReference, _ sequences: ClosedRange<Int>) -> [String] {
    sequences.map { "webhook/\(order)/\($0)" }
  }
}
