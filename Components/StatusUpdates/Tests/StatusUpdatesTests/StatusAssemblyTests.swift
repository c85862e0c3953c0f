import FlowKit
import FlowTesting
import Foundation
import HTTPClientTesting
import Testing

@testable import StatusUpdates
@testable import StatusUpdatesWebhook

@Suite(.timeLimit(.minutes(1)))
struct StatusAssemblyTests {
  let store = StatusStore.inMemory()
  let clock = TestClock()

  @Test func `an order is led to the door and every change reaches the webhook`() async throws {
    let server = try LoopbackServer(.status(200))
    defer { server.stop() }
    let environment = environment(of: server)
    let webhook = try webhook(environment)
    let status = try assemble(environment)
    try await status.tracker.lead(.a17, through: [.placed, .chefAssigned])
    let presenter = ScriptedPresenter([])
    let request = FollowRequest(order: .a17)
    let result = await status.followFlow.start(request, on: presenter)
    #expect(try result.get().timeline.status == .delivered)
    let told = try server.requests.map {
      try JSONDecoder().decode(WebhookEvent.self, from: $0.body).status
    }
    #expect(told == .wholeWay)
    #expect(try await webhook.dispatch() == DispatchReport(delivered: 0, waiting: 0, givenUp: 0))
    #expect(clock.now == TestClock().now)
  }

  @Test func `a receiver that is down fails nothing, and all is kept for later`() async throws {
    let server = try LoopbackServer(.status(503))
    defer { server.stop() }
    let environment = environment(of: server)
    try await assemble(environment).tracker.lead(.a17, through: .wholeWay)
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
    try await assemble(environment).tracker.advance(.a17, to: .placed)
    let later = try webhook(environment)
    let problem = "the receiver answered 410"
    let kept = DispatchReport(delivered: 0, waiting: 0, givenUp: 1, problem: problem)
    #expect(try await later.dispatch() == kept)
    #expect(try await webhook([:]).dispatch() == kept)
    #expect(try await later.retryGivenUp() == 1)
    #expect(try await later.dispatch() == DispatchReport(delivered: 1, waiting: 0, givenUp: 0))
    #expect(try await later.retryGivenUp() == 0)
  }

  @Test func `without a webhook nothing is kept for one`() async throws {
    try await assemble([:]).tracker.lead(.a17, through: .wholeWay)
    #expect(
      try await webhook([:]).dispatch() == DispatchReport(delivered: 0, waiting: 0, givenUp: 0)
    )
  }

  @Test(arguments: [
    (["COOKR_PACE": "fast"], FlowFailure.Code.invalidPace),
    (["COOKR_WEBHOOK_URL": "https://example.org"], .webhookConfiguration),
  ])
  func `an invalid environment is refused`(
    environment: [String: String],
    code: FlowFailure.Code
  ) {
    let failure = #expect(throws: FlowFailure.self) { try assemble(environment) }
    #expect(failure?.code == code)
  }

  private func environment(of server: LoopbackServer) -> [String: String] {
    ["COOKR_WEBHOOK_URL": server.hook, "COOKR_WEBHOOK_SECRET": "0123456789abcdef"]
  }

  private func assemble(_ environment: [String: String]) throws -> StatusAssembly {
    try StatusAssembly(
      store: store,
      environment: environment,
      sinks: try webhook(environment).sinks,
      isInteractive: false,
      clock: clock.statusClock,
      onSinkFailure: { preconditionFailure("\($0)") }
    )
  }

  private func webhook(_ environment: [String: String]) throws -> Webhook {
    let clock = clock
    return try Webhook(store: store, environment: environment, now: { clock.now })
  }
}
