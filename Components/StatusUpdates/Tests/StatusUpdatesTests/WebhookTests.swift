import FlowKit
import FlowTesting
import Foundation
import HTTPClientTesting
import Testing

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

@Suite(.timeLimit(.minutes(1)))
struct WebhookTests {
  let store = StatusStore.inMemory()
  let clock = TestClock()

  @Test func `every change reaches the webhook`() async throws {
    let server = try LoopbackServer(.status(200))
    defer { server.stop() }
    let environment = environment(of: server)
    try await record(.wholeWay, environment)
    #expect(try await webhook(environment).dispatch() == .clear(delivered: 5))
    let told = try server.requests.map {
      try JSONDecoder().decode(WebhookEvent.self, from: $0.body).status
    }
    #expect(told == .wholeWay)
    #expect(try await webhook(environment).dispatch() == .clear())
  }

  @Test func `a receiver that is down fails nothing, and all is kept for later`() async throws {
    let server = try LoopbackServer(.status(503))
    defer { server.stop() }
    let environment = environment(of: server)
    try await record(.wholeWay, environment)
    let withWebhook = try await webhook(environment).dispatch()
    #expect(
      withWebhook.description
        == "webhook: 0 delivered, 5 waiting, 0 given up (the receiver answered 503)"
    )
    let delay = try #require(withWebhook.nextAttempt).timeIntervalSince(clock.now)
    #expect((2.5...5).contains(delay))
    let without = try await webhook([:]).dispatch()
    #expect(
      without.description
        == "webhook: 0 delivered, 5 waiting, 0 given up (no webhook is configured)"
    )
  }

  @Test func `what was given up is told of by each run, until it is tried again`() async throws {
    let server = try LoopbackServer(.status(410), .status(200))
    defer { server.stop() }
    let environment = environment(of: server)
    try await record([.placed], environment)
    let later = try webhook(environment)
    let problem = "the receiver answered 410"
    let kept = DispatchReport(waiting: 0, givenUp: 1, problem: problem)
    #expect(try await later.dispatch() == kept)
    #expect(try await webhook([:]).dispatch() == kept)
    #expect(try await later.retryGivenUp() == 1)
    #expect(try await later.dispatch() == .clear(delivered: 1))
    #expect(try await later.retryGivenUp() == 0)
  }

  @Test func `without a webhook nothing is kept for one`() async throws {
    try await record(.wholeWay, [:])
    #expect(try await webhook([:]).dispatch() == .clear())
  }

  private func environment(of server: LoopbackServer) -> [String: String] {
    ["COOKR_WEBHOOK_URL": server.hook, "COOKR_WEBHOOK_SECRET": "0123456789abcdef"]
  }

  private func record(_ statuses: [Status], _ environment: [String: String]) async throws {
    let tracker = makeTracker(store, clock, queues: try webhook(environment).queues)
    try await tracker.lead(.a17, through: statuses)
  }

  private func webhook(_ environment: [String: String]) throws -> Webhook {
    let clock = clock
    return try Webhook(store: store, environment: environment, now: { clock.now })
  }
}
