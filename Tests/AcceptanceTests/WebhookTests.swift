import Foundation
import HTTPClientTesting
import ProgramTesting
import StatusUpdatesInterface
import StatusUpdatesWebhook
import Testing

/// Status updates that reach a receiver, and those that do not yet.
@Suite(.freshHome, .timeLimit(.minutes(10)))
struct WebhookTests {
  private struct Event: Decodable, Equatable {
    let order: String
    let sequence: Int
    let status: String
  }

  /// Checks each signature as a receiver does, and returns what was sent.
  private func events(of receiver: WebhookReceiver) throws -> [Event] {
    try receiver.requests.map { request in
      try WebhookSignature.verify(
        try #require(request.headers["x-cookr-signature"]),
        of: request.body,
        with: WebhookSecret(WebhookReceiver.secret),
        now: Date()
      )
      return try JSONDecoder().decode(Event.self, from: request.body)
    }
  }

  @Test func `each step of a meal arrives once, in order and signed`() async throws {
    let receiver = try WebhookReceiver(.answering(204))
    let run = try await cookr("meal --dish falafel --yes --json", environment: receiver.environment)
    let id = try run.result(JourneyResult.self).order.id
    #expect(run.error == "")
    let steps = ["placed", "chef-assigned", "cooking", "on-its-way", "delivered"]
    #expect(
      try events(of: receiver)
        == steps.enumerated().map { Event(order: id, sequence: $0.offset + 1, status: $0.element) }
    )
  }

  @Test func `a receiver that never answers delays an order, and loses nothing`() async throws {
    let silent = try WebhookReceiver(.silent)
    let program = Program("cookr", in: Home.current.folder, environment: silent.environment)
    let start = ContinuousClock.now
    let run = try await program.run(["order", "--dish", "falafel", "--yes", "--json"])
    // One exchange lasts five seconds; the rest is for a machine that has much else to do.
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(run.status == 40)
    let order = try JSONDecoder().decode(OrderResult.self, from: Data(run.output.utf8)).order
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix(
        "error: the orders are stored, but not all status updates were delivered: "
          + "webhook: 0 delivered, 1 waiting, 0 given up ("
      ) == true
    )
    #expect(lines.last == "help: later 'cookr' commands try again")

    let receiver = try WebhookReceiver(.answering(200))
    try UpdateQueue.letTimePass(in: Home.current)
    let later = try await cookr("orders --json", environment: receiver.environment)
    #expect(try later.result(OrdersResult.self).orders.map(\.order) == [order])
    #expect(later.error == "")
    #expect(try events(of: receiver) == [Event(order: order.id, sequence: 1, status: "placed")])
  }

  @Test func `a receiver that refuses for good is told of once`() async throws {
    let receiver = try WebhookReceiver(.answering(410))
    let first = try await cookr(
      "order --dish falafel --yes --json",
      environment: receiver.environment
    )
    #expect(first.status == 40)
    #expect(
      first.error
        == "error: the orders are stored, but the receiver permanently refused status updates: "
        + "webhook: 0 delivered, 0 waiting, 1 given up (the receiver answered 410)\n"
        + "help: 'cookr updates --retry' sends them again\n"
    )
    let later = try await cookr("orders", environment: receiver.environment)
    #expect(later.status == 0)
    #expect(later.error == "")
    #expect(receiver.requests.count == 1)
  }

  @Test func `what was given up is sent again when one asks for it`() async throws {
    let refusing = try WebhookReceiver(.answering(410))
    let id = try await placedOrder(toldTo: refusing)
    let shown = try await cookr("updates", environment: refusing.environment)
    #expect(shown.status == 0)
    #expect(
      shown.output == """

          Status updates
          ──────────────

          Delivered  0 just now
          Waiting    0
          Given up   1
          Why        the receiver answered 410
          'cookr updates --retry' sends them again.


        """
    )
    let again = try await cookr("updates --retry --json", environment: refusing.environment)
    #expect(again.status == 40)
    #expect(
      again.error == "error: not all status updates were delivered: "
        + "webhook: 0 delivered, 0 waiting, 1 given up (the receiver answered 410)\n"
        + "help: 'cookr updates' shows them\n"
    )

    let receiver = try WebhookReceiver(.answering(204))
    let retry = try await cookr("updates --retry --json", environment: receiver.environment)
    #expect(
      try retry.result(UpdatesResult.self)
        == UpdatesResult(updates: .init(delivered: 1, waiting: 0, givenUp: 0))
    )
    #expect(try events(of: receiver) == [Event(order: id, sequence: 1, status: "placed")])
    let later = try await cookr("updates --json", environment: receiver.environment)
    #expect(
      try later.result(UpdatesResult.self)
        == UpdatesResult(updates: .init(delivered: 0, waiting: 0, givenUp: 0))
    )
    #expect(receiver.requests.count == 1)
  }

  @Test(arguments: ["", " ", "\t"])
  func `a blank address is no webhook, and nothing is sent again`(address: String) async throws {
    let environment = ["COOKR_WEBHOOK_URL": address]
    let order = try await cookr("order --dish falafel --yes --json", environment: environment)
    #expect(order.status == 0)
    #expect(order.error == "")
    let run = try await cookr("updates --retry", environment: environment)
    #expect(run.status == 60)
    #expect(
      run.error == "error: no webhook is configured\n"
        + "help: set COOKR_WEBHOOK_URL and COOKR_WEBHOOK_SECRET\n"
    )
  }

  @Test func `nothing is sent again where there is no webhook`() async throws {
    _ = try await placedOrder(toldTo: try WebhookReceiver(.answering(410)))
    let run = try await cookr("updates --retry")
    #expect(run.status == 60)
    #expect(run.output == "")
    #expect(
      run.error == "error: no webhook is configured\n"
        + "help: set COOKR_WEBHOOK_URL and COOKR_WEBHOOK_SECRET\n"
    )
    let shown = try await cookr("updates --json").result(UpdatesResult.self)
    #expect(shown == UpdatesResult(updates: .init(delivered: 0, waiting: 0, givenUp: 1)))
  }

  /// Places an order of which the receiver refuses to hear, and returns its identifier.
  private func placedOrder(toldTo receiver: WebhookReceiver) async throws -> String {
    let run = try await cookr(
      "order --dish falafel --yes --json",
      environment: receiver.environment
    )
    try #require(run.status == 40)
    return try JSONDecoder().decode(OrderResult.self, from: Data(run.output.utf8)).order.id
  }
}
