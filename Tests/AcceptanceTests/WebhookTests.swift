import Foundation
import HTTPClientTesting
import ProgramTesting
import Testing

@testable import StatusUpdatesWebhook

/// Status updates that the kitchen sends to a receiver, and those that wait.
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
      let sent = try #require(request.headers["x-cookr-timestamp"].flatMap(Double.init))
      #expect((0...300).contains(Date().timeIntervalSince1970 - sent))
      let signature = try WebhookSecret(WebhookReceiver.secret)
        .signature(of: request.body, at: Date(timeIntervalSince1970: sent))
      #expect(request.headers["x-cookr-signature"] == signature)
      return try JSONDecoder().decode(Event.self, from: request.body)
    }
  }

  private func updates(_ receiver: WebhookReceiver?, retrying: Bool = false) async throws
    -> Updates
  {
    let run = try await kitchen(
      retrying ? "updates --retry --json" : "updates --json",
      environment: receiver?.environment ?? [:]
    )
    return try run.result("updates", Updates.self)
  }

  @Test func `each step of a meal is sent once by the kitchen, in order and signed`() async throws {
    let receiver = try WebhookReceiver(.answering(204))
    let run = try await cookr("meal --dish falafel --yes --json", environment: receiver.environment)
    let id = try run.result(Journey.self).order.id
    #expect(receiver.requests.isEmpty)
    #expect(try await updates(receiver) == Updates(delivered: 5))
    let steps = ["placed", "chef-assigned", "cooking", "on-its-way", "delivered"]
    #expect(
      try events(of: receiver)
        == steps.enumerated().map { Event(order: id, sequence: $0.offset + 1, status: $0.element) }
    )
    #expect(try await updates(receiver) == Updates())
    #expect(receiver.requests.count == 5)
  }

  @Test func `a step of the kitchen is sent at once, with what waits`() async throws {
    let receiver = try WebhookReceiver(.answering(204))
    let waiting = try await placedOrder(environment: receiver.environment)
    let id = try await paidOrder()
    let run = try await kitchen("cook \(id) --json", environment: receiver.environment)
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(
      try events(of: receiver) == [
        Event(order: waiting, sequence: 1, status: "placed"),
        Event(order: id, sequence: 3, status: "cooking"),
      ]
    )
  }

  @Test func `a receiver that never answers delays no order, and nothing is lost`() async throws {
    let silent = try WebhookReceiver(.silent)
    let order = try await placedOrder(environment: silent.environment)
    #expect(silent.requests.isEmpty)
    #expect(try await updates(silent) == Updates(waiting: 1))
    let receiver = try WebhookReceiver(.answering(200))
    // As if the time until the next attempt had passed.
    try await Home.current.write(
      "UPDATE outboxMessage SET dueAt = createdAt, claimedUntil = NULL WHERE state = 'waiting'"
    )
    #expect(try await updates(receiver) == Updates(delivered: 1))
    #expect(try events(of: receiver) == [Event(order: order, sequence: 1, status: "placed")])
  }

  @Test func `updates with '--retry' sends updates that were given up`() async throws {
    let refusing = try WebhookReceiver(.answering(410))
    let id = try await placedOrder(environment: refusing.environment)
    for _ in 1...2 { #expect(try await updates(refusing) == Updates(givenUp: 1)) }
    #expect(refusing.requests.count == 1)
    let shown = try await kitchen("updates", environment: refusing.environment)
    #expect(shown.status == 0)
    #expect(
      shown.output == """

          Status updates
          ──────────────

          Delivered  0 just now
          Waiting    0
          Given up   1
          Why        the receiver answered 410
          'kitchen updates --retry' sends them again.


        """
    )
    let again = try await kitchen("updates --retry --json", environment: refusing.environment)
    #expect(again.status == 40)
    #expect(
      again.error == "error: not all status updates were delivered: "
        + "webhook: 0 delivered, 0 waiting, 1 given up (the receiver answered 410)\n"
        + "help: 'kitchen updates' shows them\n"
    )

    let receiver = try WebhookReceiver(.answering(204))
    #expect(try await updates(receiver, retrying: true) == Updates(delivered: 1))
    #expect(try events(of: receiver) == [Event(order: id, sequence: 1, status: "placed")])
    #expect(try await updates(receiver) == Updates())
    #expect(receiver.requests.count == 1)
  }

  @Test(arguments: ["", " ", "\t"])
  func `a blank address is no webhook, and nothing waits for one`(address: String) async throws {
    let environment = ["COOKR_WEBHOOK_URL": address]
    _ = try await placedOrder(environment: environment)
    try await kitchen("updates --retry", environment: environment).fails(
      60,
      "no webhook is configured",
      help: "set COOKR_WEBHOOK_URL and COOKR_WEBHOOK_SECRET"
    )
    #expect(try await updates(nil) == Updates())
  }

  @Test func `nothing is sent again where there is no webhook`() async throws {
    let refusing = try WebhookReceiver(.answering(410))
    _ = try await placedOrder(environment: refusing.environment)
    #expect(try await updates(refusing) == Updates(givenUp: 1))
    let run = try await kitchen("updates --retry")
    #expect(run.status == 60)
    #expect(run.output == "")
    #expect(try await updates(nil) == Updates(givenUp: 1))
  }

  @Test(arguments: [
    (
      ["COOKR_WEBHOOK_URL": "https://example.org", "COOKR_WEBHOOK_SECRET": "0123456789"],
      "invalid COOKR_WEBHOOK_SECRET: the webhook's secret has 10 characters, expected at least 16",
      "make one with 'openssl rand -hex 32' and give the receiver the same"
    ),
    (
      ["COOKR_WEBHOOK_URL": "https://example.org", "COOKR_WEBHOOK_SECRET": "01234567\n89abcdef"],
      "invalid COOKR_WEBHOOK_SECRET: the webhook's secret has control characters or white space at "
        + "its ends",
      "set it without quotes inside and without a line end"
    ),
    (
      ["COOKR_WEBHOOK_SECRET": "0123456789abcdef"],
      "COOKR_WEBHOOK_SECRET is set and COOKR_WEBHOOK_URL is not",
      "set both for a webhook, or none"
    ),
  ])
  func `settings that cannot be used are refused by the kitchen alone`(
    environment: [String: String],
    message: String,
    help: String
  ) async throws {
    _ = try await placedOrder(environment: environment)
    try await kitchen("orders", environment: environment).fails(60, message, help: help)
  }

  /// Places an order, which never waits for a webhook, and returns its identifier.
  private func placedOrder(environment: [String: String]) async throws -> String {
    let run = try await cookr("order --dish falafel --yes --json", environment: environment)
    #expect(run.error == "")
    return try run.result("order", Order.self).id
  }
}
