import FlowKit
@testable import Payments
import PaymentsInterface
import Testing

/// The rules of `PaymentStore`, on the store that comes with the component.
struct InMemoryPaymentStoreTests {
  private let store = InMemoryPaymentStore()

  private func captured(_ name: String) async throws -> PaymentIntent {
    let intent = try intent(name)
    _ = try await store.create(intent)
    let capture = capture(intent)
    return try await store.record(
      .captured(capture),
      of: intent.id,
      booking: .capture(capture, of: intent)
    )
  }

  @Test func `one intent of a purpose is live`() async throws {
    let first = try intent("i1")
    #expect(try await store.create(first) == .created)
    #expect(try await store.create(try intent("i2")) == .exists(first))
    #expect(try await store.create(try intent("i3", .tip)) == .created)
    try await store.record(.declined(.insufficientFunds), of: first.id, booking: nil)
    #expect(try await store.create(try intent("i4")) == .created)
    #expect(
      try await store.history(of: order).intents.map(\.id.rawValue) == ["i1", "i3", "i4"]
    )
  }

  @Test func `an identifier and a key are used once`() async throws {
    let first = try intent("i1")
    _ = try await store.create(first)
    await #expect(throws: PaymentStoreError.duplicate("i1")) { try await store.create(first) }
    let sameKey = PaymentIntent(
      id: PaymentIntent.ID(rawValue: "i2"),
      key: first.key,
      reference: OrderReference(rawValue: "order-2"),
      purpose: .meal,
      quote: first.quote,
      card: first.card,
      createdAt: noon
    )
    await #expect(throws: PaymentStoreError.duplicate("key-i1")) {
      try await store.create(sameKey)
    }
  }

  @Test func `the same outcome again is fine and booked once`() async throws {
    let first = try await captured("i1")
    let capture = capture(first)
    let again = try await store.record(
      .captured(capture),
      of: first.id,
      booking: .capture(capture, of: first)
    )
    #expect(again == first)
    #expect(try await store.history(of: first.reference).intents.contains(first))
    #expect(
      try await store.entries() == LedgerTransaction.capture(capture, of: first).entries
    )
  }

  @Test func `another outcome is refused and changes nothing`() async throws {
    let first = try await captured("i1")
    let outcome = PaymentOutcome.captured(capture(first))
    await #expect(throws: PaymentStoreError.intentDecided(first.id, outcome)) {
      try await store.record(.failed(reason: "late"), of: first.id, booking: nil)
    }
    #expect(try await store.history(of: first.reference).intents.contains(first))
  }

  @Test func `an outcome needs an intent`() async throws {
    let id = PaymentIntent.ID(rawValue: "i9")
    await #expect(throws: PaymentStoreError.unknownIntent(id)) {
      try await store.record(.failed(reason: "lost"), of: id, booking: nil)
    }
  }

  @Test func `an intent is unfinished once its owner is gone or gave it up`() async throws {
    let first = try intent("i1")
    let second = try intent("i2", .tip)
    let other = store.another()
    _ = try await store.create(first)
    _ = try await other.create(second)
    #expect(try await store.unfinishedIntents() == [])
    store.close()
    #expect(try await other.unfinishedIntents() == [first])
    try await other.release(second.id)
    #expect(try await other.unfinishedIntents() == [first, second])
    try await other.record(.failed(reason: "lost"), of: first.id, booking: nil)
    #expect(try await other.unfinishedIntents() == [second])
  }

  @Test func `no more is given back than was captured, pending refunds counted`() async throws {
    let first = try await captured("i1")
    #expect(try await store.create(refund("r1", of: first, 2000)) == .created)
    #expect(
      try await store.create(refund("r2", of: first, 641)) == .exceeds(left: eur(640))
    )
    try await store.record(
      .failed(reason: "lost"),
      of: Refund.ID(rawValue: "r1"),
      booking: nil
    )
    #expect(try await store.create(refund("r3", of: first, 2640)) == .created)
    #expect(try await store.create(refund("r4", of: first, 1)) == .exceeds(left: eur(0)))
  }

  @Test func `of many refunds at once no more succeed than fit`() async throws {
    let first = try await captured("i1")
    let results = try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask { try await store.create(refund("r\(number)", of: first, 264)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter { $0 == .created }.count == 10)
    #expect(results.filter { $0 == .exceeds(left: eur(0)) }.count == 40)
  }

  @Test func `a refund needs a capture`() async throws {
    let first = try intent("i1")
    _ = try await store.create(first)
    await #expect(throws: PaymentStoreError.unknownIntent(first.id)) {
      try await store.create(refund("r1", of: first, 1))
    }
  }

  @Test func `a refund has the rules of an intent`() async throws {
    let first = try await captured("i1")
    let one = refund("r1", of: first, 100)
    _ = try await store.create(one)
    await #expect(throws: PaymentStoreError.duplicate("r1")) { try await store.create(one) }
    #expect(try await store.unfinishedRefunds() == [])
    try await store.release(one.id)
    #expect(try await store.unfinishedRefunds() == [one])
    let booking = try LedgerTransaction.refund(one, cancelling: nil, at: noon)
    for _ in 1...2 {
      let done = try await store.record(.refunded(at: noon), of: one.id, booking: booking)
      #expect(done.outcome == .refunded(at: noon))
    }
    await #expect(throws: PaymentStoreError.refundDecided(one.id, .refunded(at: noon))) {
      try await store.record(.failed(reason: "late"), of: one.id, booking: nil)
    }
    let capture = try LedgerTransaction.capture(capture(first), of: first)
    #expect(try await store.entries() == capture.entries + booking.entries)
    #expect(try await store.unfinishedRefunds() == [])
  }

  @Test func `a copy goes its own way`() async throws {
    let first = try await captured("i1")
    let copy = InMemoryPaymentStore(copying: store)
    _ = try await copy.create(refund("r1", of: first, 100))
    #expect(try await store.history(of: order).refunds == [])
    #expect(try await copy.history(of: order).receipt(for: .meal)?.refundable == eur(2540))
  }
}
