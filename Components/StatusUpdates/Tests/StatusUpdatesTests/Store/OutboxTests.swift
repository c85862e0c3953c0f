import FlowKit
import Foundation
import Testing

@testable import StatusUpdates

/// The rules of `StatusStore` for messages.
struct OutboxTests {
  private let store = StatusStore.inMemory()

  @Test func `a message comes out as it was put in`() async throws {
    try await store.put(.a17, 1, at: 0.123)
    let message = try await store.claimNext(for: .webhook, .sample("one", at: 1))
    #expect(message == .sample(.a17, 1, at: instant(0.123)))
  }

  @Test func `a claimed message is claimed by no other sender until the claim lapses`() async throws
  {
    try await store.put(.a17, 1)
    #expect(try await store.claim("one", at: 0, until: 30) == .id(.a17, 1))
    #expect(try await store.claim("two", at: 29.999) == nil)
    #expect(try await store.claim("three", at: 30) == .id(.a17, 1))
  }

  @Test func `a message is held back while an earlier one of its order waits`() async throws {
    try await store.put(.a17, 1)
    try await store.put(.a17, 2)
    _ = try await store.claim("one", at: 0)
    #expect(try await store.claim("two", at: 1) == nil)
    try await store.fail(.a17, 1, claim: "one", nextAttempt: 100)
    #expect(try await store.claim("three", at: 99) == nil)
    #expect(try await store.claim("four", at: 100) == .id(.a17, 1))
    try await store.markDelivered(.id(.a17, 1))
    #expect(try await store.claim("five", at: 100) == .id(.a17, 2))
  }

  @Test func `orders do not hold each other back`() async throws {
    try await store.put(.b4, 1)
    try await store.put(.a17, 1)
    #expect(try await store.claim("one", at: 0) == .id(.a17, 1))
    #expect(try await store.claim("two", at: 0) == .id(.b4, 1))
  }

  @Test func `destinations do not hold each other back`() async throws {
    let messages = [Destination.webhook, .terminal].map { destination in
      OutboxMessage.sample(.a17, 1, at: noon, to: destination)
    }
    let change = StatusChange(sequence: 1, status: .placed, at: noon)
    _ = try await store.append(change, to: .a17, messages: messages)
    #expect(try await store.claim("one", at: 0) == messages[0].id)
    #expect(try await store.claim("two", at: 0, for: .terminal) == messages[1].id)
    let report = DispatchReport(waiting: 1, givenUp: 0, nextAttempt: instant(30))
    #expect(try await store.report(on: .terminal) == report)
  }

  @Test func `the message that has been due longest comes first`() async throws {
    try await store.put(.a17, 1, at: 5)
    try await store.put(.b4, 1, at: 3)
    #expect(try await store.claim("one", at: 2.999) == nil)
    #expect(try await store.claim("two", at: 10) == .id(.b4, 1))
  }

  @Test func `a message that was given up is kept, and holds nothing back`() async throws {
    try await store.put(.a17, 1)
    try await store.put(.a17, 2)
    _ = try await store.claim("one", at: 0)
    try await store.fail(.a17, 1, claim: "one", nextAttempt: nil)
    try await expect(1, 1, "down", 0)
    #expect(try await store.claim("two", at: 0) == .id(.a17, 2))
    try await store.markDelivered(.id(.a17, 1))
    try await expect(1, 1, "down", 30)
  }

  @Test func `what was given up can wait again from the start, and nothing else does`()
    async throws
  {
    try await store.put(.a17, 1)
    try await store.put(.b4, 1)
    _ = try await store.claim("one", at: 0)
    try await store.fail(.a17, 1, claim: "one", nextAttempt: nil)
    #expect(try await store.requeueGivenUp(for: .webhook, at: instant(50)) == 1)
    #expect(try await store.claim("two", at: 49) == .id(.b4, 1))
    #expect(try await store.claim("three", at: 49) == nil)
    let message = try await store.claimNext(for: .webhook, .sample("four", at: 50))
    #expect(message == .sample(.a17, 1, at: noon))
    #expect(try await store.report(on: .webhook).givenUp == 0)
  }

  @Test func `the state tells what is tried next, and why the latest attempt failed`() async throws
  {
    try await expect(0, 0, nil, nil)
    try await store.put(.a17, 1, at: 1)
    try await store.put(.a17, 2, at: 2)
    try await store.put(.b4, 1, at: 3)
    try await expect(3, 0, nil, 1)
    _ = try await store.claim("one", at: 4, until: 34)
    try await expect(3, 0, nil, 3)
    _ = try await store.claim("two", at: 5, until: 35)
    try await expect(3, 0, nil, 34)
    try await store.fail(.b4, 1, claim: "two", "the host is not known", nextAttempt: 9)
    try await expect(3, 0, "the host is not known", 9)
    try await store.fail(.a17, 1, claim: "one", "gone", nextAttempt: nil)
    try await expect(2, 1, "the host is not known", 2)
    _ = try await store.claim("three", at: 9)
    try await store.markDelivered(.id(.a17, 2))
    _ = try await store.claim("four", at: 9)
    try await store.fail(.b4, 1, claim: "four", "not wanted", nextAttempt: nil)
    try await expect(0, 2, "not wanted", nil)
    #expect(try await store.requeueGivenUp(for: .webhook, at: instant(50)) == 2)
    try await expect(2, 0, nil, 50)
  }

  @Test func `who lost the claim can no longer report a failure, but can report success`()
    async throws
  {
    try await store.put(.a17, 1)
    _ = try await store.claim("slow", at: 0, until: 30)
    _ = try await store.claim("quick", at: 30, until: 60)
    try await store.fail(.a17, 1, claim: "slow", nextAttempt: nil)
    try await expect(1, 0, nil, 60)
    try await store.markDelivered(.id(.a17, 1))
    try await store.fail(.a17, 1, claim: "quick", nextAttempt: 100)
    try await expect(0, 0, nil, nil)
  }

  private func expect(
    _ waiting: Int,
    _ givenUp: Int,
    _ problem: String?,
    _ next: Double?
  ) async throws {
    let report = DispatchReport(
      waiting: waiting,
      givenUp: givenUp,
      problem: problem,
      nextAttempt: next.map(instant)
    )
    #expect(try await store.report(on: .webhook) == report)
  }
}

extension MessageID {
  fileprivate static func id(_ order: OrderReference, _ sequence: Int) -> MessageID {
    MessageID(destination: .webhook, order: order, sequence: sequence)
  }
}

extension OutboxClaim {
  /// A claim at that many seconds after noon.
  fileprivate static func sample(
    _ name: String,
    at seconds: Double,
    until end: Double? = nil
  ) -> OutboxClaim {
    OutboxClaim(
      id: ClaimID(rawValue: name),
      at: instant(seconds),
      until: instant(end ?? seconds + 30)
    )
  }
}

extension StatusStore {
  fileprivate func put(
    _ order: OrderReference,
    _ sequence: Int,
    at seconds: Double = 0
  ) async throws {
    let statuses = Array([Status].wholeWay.prefix(sequence))
    try await lead(order, through: statuses, from: sequence, at: seconds)
  }

  fileprivate func claim(
    _ name: String,
    at seconds: Double,
    until end: Double? = nil,
    for destination: Destination = .webhook
  ) async throws -> MessageID? {
    let claim = OutboxClaim.sample(name, at: seconds, until: end)
    return try await claimNext(for: destination, claim)?.id
  }

  fileprivate func fail(
    _ order: OrderReference,
    _ sequence: Int,
    claim: String,
    _ problem: String = "down",
    nextAttempt: Double?
  ) async throws {
    try await markFailed(
      .id(order, sequence),
      claimedBy: ClaimID(rawValue: claim),
      problem: problem,
      nextAttempt: nextAttempt.map(instant)
    )
  }
}
