import FlowKit
import Foundation
import Testing

@testable import Payments

/// The rules of `PaymentStore` for intents.
struct PaymentStoreTests {
  private let store = PaymentStore.inMemory()

  @Test func `an intent comes back as it was written`() async throws {
    let tip = try intent("i1", .tip, createdAt: Date(timeIntervalSince1970: 1_800_000_000.333))
    #expect(try await store.create(tip) == .created)
    #expect(
      try await store.history(of: order) == PaymentHistory(intents: [tip], refunds: [])
    )
    let other = OrderReference(rawValue: "order-2")
    #expect(try await store.history(of: other) == PaymentHistory(intents: [], refunds: []))
  }

  @Test func `one intent of a purpose is live`() async throws {
    let first = try intent("i1")
    #expect(try await store.create(first) == .created)
    #expect(try await store.create(try intent("i2")) == .exists(first))
    #expect(try await store.create(try intent("i3", .tip)) == .created)
    try await store.record(.declined(.insufficientFunds), of: first)
    let captured = try await store.createCaptured("i4")
    #expect(try await store.create(try intent("i5")) == .exists(captured))
    #expect(
      try await store.history(of: order).intents.map(\.id.rawValue) == ["i1", "i3", "i4"]
    )
  }

  @Test func `of many processes that begin a payment at once one succeeds`() async throws {
    let stores = try (0..<4).map { _ in try store.another() }
    let creations = try await withThrowingTaskGroup(of: IntentCreation.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask { try await store.create(try intent("i\(number)")) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(creations.count(where: { $0 == .created }) == 1)
    #expect(try await stores[0].history(of: order).intents.count == 1)
  }

  @Test func `an identifier and a key are used once`() async throws {
    let other = OrderReference(rawValue: "order-2")
    _ = try await store.create(try intent("i1"))
    await #expect(throws: PaymentStoreError.duplicate("i1")) {
      try await store.create(try intent("i1", for: other, key: "key-i9"))
    }
    await #expect(throws: PaymentStoreError.duplicate("key-i1")) {
      try await store.create(try intent("i2", for: other, key: "key-i1"))
    }
    #expect(try await store.history(of: other).intents == [])
  }

  @Test func `the same outcome again is fine and booked once`() async throws {
    let first = try await store.createCaptured("i1")
    let booking = try LedgerTransaction.capture(capture(first), of: first)
    let again = try await store.record(
      .captured(capture(first)),
      of: first,
      booking: booking
    )
    #expect(again == first)
    #expect(try await store.history(of: first.reference).intents.contains(first))
    #expect(try await store.entries() == booking.entries)
  }

  @Test func `another outcome is refused and changes nothing`() async throws {
    let first = try await store.createCaptured("i1")
    await #expect(throws: PaymentStoreError.decided("payment 'i1'", as: "captured")) {
      try await store.record(.failed(reason: "late"), of: first)
    }
    #expect(try await store.history(of: first.reference).intents.contains(first))
  }

  @Test func `an outcome needs an intent`() async throws {
    await #expect(throws: PaymentStoreError.unknown("payment 'i9'")) {
      try await store.record(.failed(reason: "lost"), of: try intent("i9"))
    }
  }

  @Test func `a booking that cannot be kept leaves its intent pending`() async throws {
    let first = try await store.createCaptured("i1")
    let tip = try intent("i2", .tip)
    _ = try await store.create(tip)
    let repeated = try LedgerTransaction.capture(capture(first), of: first)
    await #expect(throws: (any Error).self) {
      try await store.record(.captured(capture(tip)), of: tip, booking: repeated)
    }
    #expect(try await store.history(of: tip.reference).intents.contains(tip))
    #expect(try await store.entries() == repeated.entries)
  }

  @Test func `an intent is unfinished once its owner is gone or gave it up`() async throws {
    let (mine, other) = (try store.another(), try store.another())
    let first = try intent("i1")
    let second = try intent("i2", .tip)
    _ = try await mine.create(first)
    _ = try await other.create(second)
    #expect(try await mine.unfinished(PaymentIntent.self) == [])
    #expect(try await other.unfinished(PaymentIntent.self) == [])
    try mine.close()
    #expect(try await other.unfinished(PaymentIntent.self) == [first])
    try await other.release(second)
    #expect(try await other.unfinished(PaymentIntent.self) == [first, second])
    try await other.record(.failed(reason: "lost"), of: first)
    #expect(try await other.unfinished(PaymentIntent.self) == [second])
  }
}

extension PaymentStore {
  func createCaptured(_ name: String) async throws -> PaymentIntent {
    let pending = try intent(name)
    #expect(try await create(pending) == .created)
    return try await record(
      .captured(capture(pending)),
      of: pending,
      booking: .capture(capture(pending), of: pending)
    )
  }
}
