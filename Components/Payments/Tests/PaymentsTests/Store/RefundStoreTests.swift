import FlowKit
import Testing

@testable import Payments

/// The rules of `PaymentStore` for refunds and the ledger.
struct RefundStoreTests {
  private let store = PaymentStore.inMemory()

  @Test func `no more is given back than was captured, pending refunds counted`() async throws {
    let first = try await store.createCaptured("i1")
    #expect(try await store.create(refund("r1", of: first, 2000)) == .created)
    #expect(try await store.create(refund("r2", of: first, 641)) == .exceeds(left: eur(640)))
    try await store.record(.failed(reason: "lost"), of: refund("r1", of: first, 2000))
    #expect(try await store.create(refund("r3", of: first, 2640)) == .created)
    #expect(try await store.create(refund("r4", of: first, 1)) == .exceeds(left: eur(0)))
  }

  @Test func `of many refunds at once no more succeed than fit`() async throws {
    let stores = try (0..<4).map { _ in try store.another() }
    let first = try await stores[0].createCaptured("i1")
    let results = try await withThrowingTaskGroup(of: RefundCreation.self) { group in
      for number in 0..<40 {
        let store = stores[number % stores.count]
        group.addTask { try await store.create(refund("r\(number)", of: first, 264)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count(where: { $0 == .created }) == 10)
    #expect(results.count(where: { $0 == .exceeds(left: eur(0)) }) == 30)
  }

  @Test func `a refund needs a capture`() async throws {
    let first = try intent("i1")
    _ = try await store.create(first)
    await #expect(throws: PaymentStoreError.unknown("payment 'i1'")) {
      try await store.create(refund("r1", of: first, 1))
    }
  }

  @Test func `a refund's identifier and key are used once`() async throws {
    let first = try await store.createCaptured("i1")
    let one = refund("r1", of: first, 100)
    _ = try await store.create(one)
    await #expect(throws: PaymentStoreError.duplicate("r1")) {
      try await store.create(refund("r1", of: first, 100, key: "key-r9"))
    }
    await #expect(throws: PaymentStoreError.duplicate("key-r1")) {
      try await store.create(refund("r2", of: first, 100, key: "key-r1"))
    }
    #expect(try await store.history(of: one.reference).refunds.contains(one))
    #expect(try await store.history(of: order).refunds == [one])
  }

  @Test func `a refund is unfinished once its owner is gone or gave it up`() async throws {
    let (mine, other) = (try store.another(), try store.another())
    let paid = try await mine.createCaptured("i1")
    let first = refund("r1", of: paid, 100)
    let second = refund("r2", of: paid, 100)
    _ = try await mine.create(first)
    _ = try await other.create(second)
    #expect(try await other.unfinished(Refund.self) == [])
    try mine.close()
    #expect(try await other.unfinished(Refund.self) == [first])
    try await other.release(second)
    #expect(try await other.unfinished(Refund.self) == [first, second])
  }

  @Test func `a refund's outcome is final and booked once`() async throws {
    let paid = try await store.createCaptured("i1")
    let one = refund("r1", of: paid, 100)
    _ = try await store.create(one)
    let booking = try LedgerTransaction.refund(one, cancelling: nil, at: noon)
    for _ in 1...2 {
      let done = try await store.record(.refunded(at: noon), of: one, booking: booking)
      #expect(done.outcome == .refunded(at: noon))
    }
    await #expect(throws: PaymentStoreError.decided("refund 'r1'", as: "refunded")) {
      try await store.record(.failed(reason: "late"), of: one)
    }
    await #expect(throws: PaymentStoreError.unknown("refund 'r9'")) {
      try await store.record(.failed(reason: "late"), of: refund("r9", of: paid, 100))
    }
    let captured = try LedgerTransaction.capture(capture(paid), of: paid)
    #expect(try await store.entries() == captured.entries + booking.entries)
    _ = try Ledger(await store.entries())
  }
}
