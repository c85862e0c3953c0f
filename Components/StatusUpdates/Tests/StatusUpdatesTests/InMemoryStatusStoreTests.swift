import FlowKit
import Foundation
import StatusUpdatesInterface
import Testing

@testable import StatusUpdates

struct InMemoryStatusStoreTests {
  let store = InMemoryStatusStore()
  let start = TestClock().now

  @Test func `a change that expects another place in the timeline stores nothing`() async throws {
    try await put(.a17, 1)
    let again = StatusChange(sequence: 1, status: .placed, at: start)
    let tooFar = StatusChange(sequence: 3, status: .cooking, at: start)
    for change in [again, tooFar] {
      let message = OutboxMessage.sample(.a17, 9, at: start)
      let outcome = try await store.append(change, to: .a17, messages: [message])
      #expect(outcome == .outdated)
    }
    #expect(try await store.timeline(of: .a17)?.changes.count == 1)
    let state = OutboxState(waiting: 1, givenUp: 0, nextAttempt: start)
    #expect(try await store.state(of: .webhook) == state)
  }

  @Test func `a change that the timeline refuses stores nothing`() async throws {
    let change = StatusChange(sequence: 1, status: .cooking, at: start)
    let message = OutboxMessage.sample(.a17, 1, at: start)
    await #expect(throws: FlowFailure.self) {
      try await store.append(change, to: .a17, messages: [message])
    }
    #expect(try await store.timeline(of: .a17) == nil)
    #expect(try await store.state(of: .webhook) == OutboxState(waiting: 0, givenUp: 0))
  }

  @Test func `a claimed message is nobody else's until the claim lapses`() async throws {
    try await put(.a17, 1)
    #expect(try await claim("one", at: 0, until: 30)?.id == id(.a17, 1))
    #expect(try await claim("two", at: 29.999) == nil)
    #expect(try await claim("three", at: 30)?.id == id(.a17, 1))
  }

  @Test func `a message is held back while an earlier one of its order waits`() async throws {
    try await put(.a17, 1)
    try await put(.a17, 2)
    _ = try await claim("one", at: 0)
    #expect(try await claim("two", at: 1) == nil)
    try await fail(.a17, 1, claim: "one", nextAttempt: 100)
    #expect(try await claim("three", at: 99) == nil)
    #expect(try await claim("four", at: 100)?.id == id(.a17, 1))
    try await store.markDelivered(id(.a17, 1))
    #expect(try await claim("five", at: 100)?.id == id(.a17, 2))
  }

  @Test func `orders do not hold each other back`() async throws {
    try await put(.b4, 1)
    try await put(.a17, 1)
    #expect(try await claim("one", at: 0)?.id == id(.a17, 1))
    #expect(try await claim("two", at: 0)?.id == id(.b4, 1))
  }

  @Test func `destinations do not hold each other back`() async throws {
    let letter = DestinationName(rawValue: "letter")
    let change = StatusChange(sequence: 1, status: .placed, at: start)
    let messages = [
      OutboxMessage.sample(.a17, 1, at: start),
      OutboxMessage.sample(.a17, 1, at: start, destination: letter),
    ]
    _ = try await store.append(change, to: .a17, messages: messages)
    #expect(try await claim("one", at: 0)?.destination == .webhook)
    #expect(try await claim("two", at: 0, for: letter)?.destination == letter)
    let state = OutboxState(waiting: 1, givenUp: 0, nextAttempt: start + 30)
    #expect(try await store.state(of: letter) == state)
  }

  @Test func `the message that has been due longest comes first`() async throws {
    try await put(.a17, 1, at: 5)
    try await put(.b4, 1, at: 3)
    #expect(try await claim("one", at: 10)?.id == id(.b4, 1))
  }

  @Test func `a message that was given up is kept, listed and holds nothing back`() async throws {
    try await put(.a17, 1)
    try await put(.a17, 2)
    _ = try await claim("one", at: 0)
    try await fail(.a17, 1, claim: "one", nextAttempt: nil)
    let entry = OutboxEntry(message: .sample(.a17, 1, at: start), attempts: 1, problem: "down")
    #expect(try await store.givenUp(for: .webhook) == [entry])
    let state = OutboxState(waiting: 1, givenUp: 1, problem: "down", nextAttempt: start)
    #expect(try await store.state(of: .webhook) == state)
    #expect(try await claim("two", at: 0)?.id == id(.a17, 2))
    try await store.markDelivered(id(.a17, 1))
    #expect(try await store.givenUp(for: .webhook) == [entry])
  }

  @Test func `a message that was given up can wait again from the start`() async throws {
    try await put(.a17, 1)
    _ = try await claim("one", at: 0)
    try await fail(.a17, 1, claim: "one", nextAttempt: nil)
    try await store.requeue(id(.a17, 1), at: start + 50)
    #expect(try await claim("two", at: 49) == nil)
    let found = try await store.claimNext(for: .webhook, claim(named: "three", at: 50, until: 80))
    #expect(found?.attempts == 0)
    #expect(try await store.givenUp(for: .webhook) == [])
  }

  @Test func `who lost the claim can no longer report a failure, but can report success`()
    async throws
  {
    try await put(.a17, 1)
    _ = try await claim("slow", at: 0, until: 30)
    _ = try await claim("quick", at: 30, until: 60)
    try await fail(.a17, 1, claim: "slow", nextAttempt: nil)
    let state = OutboxState(waiting: 1, givenUp: 0, nextAttempt: start + 60)
    #expect(try await store.state(of: .webhook) == state)
    try await store.markDelivered(id(.a17, 1))
    try await fail(.a17, 1, claim: "quick", nextAttempt: 100)
    #expect(try await store.state(of: .webhook) == OutboxState(waiting: 0, givenUp: 0))
  }

  @Test func `the state tells what is tried next, and why the latest attempt failed`() async throws
  {
    func expect(_ waiting: Int, _ givenUp: Int, _ problem: String?, _ next: Double?) async throws {
      let state = OutboxState(
        waiting: waiting,
        givenUp: givenUp,
        problem: problem,
        nextAttempt: next.map { start + $0 }
      )
      #expect(try await store.state(of: .webhook) == state)
    }
    try await put(.a17, 1, at: 1)
    try await put(.a17, 2, at: 2)
    try await put(.b4, 1, at: 3)
    try await expect(3, 0, nil, 1)
    _ = try await claim("one", at: 4, until: 34)
    try await expect(3, 0, nil, 3)
    _ = try await claim("two", at: 5, until: 35)
    try await expect(3, 0, nil, 34)
    try await fail(.b4, 1, claim: "two", "the host is not known", nextAttempt: 9)
    try await expect(3, 0, "the host is not known", 9)
    try await fail(.a17, 1, claim: "one", "gone", nextAttempt: nil)
    try await expect(2, 1, "the host is not known", 2)
    _ = try await claim("three", at: 9, until: 39)
    try await store.markDelivered(id(.a17, 2))
    _ = try await claim("four", at: 9, until: 39)
    try await fail(.b4, 1, claim: "four", "not wanted", nextAttempt: nil)
    try await expect(0, 2, "not wanted", nil)
    try await store.requeue(id(.b4, 1), at: start + 50)
    try await expect(1, 1, "gone", 50)
  }

  private func put(_ order: OrderReference, _ sequence: Int, at seconds: Double = 0) async throws {
    let status = [Status].wholeWay[sequence - 1]
    let change = StatusChange(sequence: sequence, status: status, at: start)
    let message = OutboxMessage.sample(order, sequence, at: start + seconds)
    let outcome = try await store.append(change, to: order, messages: [message])
    #expect(outcome == .appended)
  }

  private func claim(
    _ name: String,
    at seconds: Double,
    until end: Double? = nil,
    for destination: DestinationName = .webhook
  ) async throws -> OutboxMessage? {
    let claim = claim(named: name, at: seconds, until: end ?? seconds + 30)
    return try await store.claimNext(for: destination, claim)?.message
  }

  private func claim(named name: String, at seconds: Double, until end: Double) -> OutboxClaim {
    OutboxClaim(id: ClaimID(rawValue: name), at: start + seconds, until: start + end)
  }

  private func fail(
    _ order: OrderReference,
    _ sequence: Int,
    claim: String,
    _ problem: String = "down",
    nextAttempt: Double?
  ) async throws {
    try await store.markFailed(
      id(order, sequence),
      claimedBy: ClaimID(rawValue: claim),
      problem: problem,
      nextAttempt: nextAttempt.map { start + $0 }
    )
  }

  private func id(_ order: OrderReference, _ sequence: Int) -> MessageID {
    MessageID(destination: .webhook, order: order, sequence: sequence)
  }
}
