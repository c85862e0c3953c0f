import FlowKit
import PaymentsInterface
import ProgramTesting
import Testing

/// The rules of `PaymentStore` for refunds and the ledger, on the component's own store and on the
/// app's.
struct RefundStoreTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(arguments: Medium.allCases)
  func `no more is given back than was captured, pending refunds counted`(
    medium: Medium
  ) async throws {
    let store = try medium.payments(in: folder).start().store
    let first = try await store.createCaptured("i1")
    #expect(try await store.create(.sample("r1", of: first, 2000)) == .created)
    #expect(try await store.create(.sample("r2", of: first, 641)) == .exceeds(left: eur(640)))
    let lost = RefundOutcome.failed(reason: "lost")
    try await store.record(lost, of: Refund.ID(rawValue: "r1"), booking: nil)
    #expect(try await store.create(.sample("r3", of: first, 2640)) == .created)
    #expect(try await store.create(.sample("r4", of: first, 1)) == .exceeds(left: eur(0)))
  }

  @Test(arguments: Medium.allCases)
  func `of many refunds at once no more succeed than fit`(medium: Medium) async throws {
    let processes = medium.payments(in: folder)
    let stores = try (0..<4).map { _ in try processes.start().store }
    let first = try await stores[0].createCaptured("i1")
    let results = try await withThrowingTaskGroup(of: RefundCreation.self) { group in
      for number in 0..<40 {
        let store = stores[number % stores.count]
        group.addTask { try await store.create(.sample("r\(number)", of: first, 264)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count(where: { $0 == .created }) == 10)
    #expect(results.count(where: { $0 == .exceeds(left: eur(0)) }) == 30)
  }

  @Test(arguments: Medium.allCases)
  func `a refund needs a capture`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let first = try PaymentIntent.sample("i1")
    _ = try await store.create(first)
    await #expect(throws: PaymentStoreError.unknownIntent(first.id)) {
      try await store.create(.sample("r1", of: first, 1))
    }
  }

  @Test(arguments: Medium.allCases)
  func `a refund's identifier and key are used once`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let first = try await store.createCaptured("i1")
    let one = Refund.sample("r1", of: first, 100)
    _ = try await store.create(one)
    await #expect(throws: PaymentStoreError.duplicate("r1")) {
      try await store.create(.sample("r1", of: first, 100, key: "key-r9"))
    }
    await #expect(throws: PaymentStoreError.duplicate("key-r1")) {
      try await store.create(.sample("r2", of: first, 100, key: "key-r1"))
    }
    #expect(try await store.history(of: one.reference).refunds.contains(one))
    #expect(try await store.history(of: .order1).refunds == [one])
  }

  @Test(arguments: Medium.allCases)
  func `a refund is unfinished once its owner is gone or gave it up`(
    medium: Medium
  ) async throws {
    let processes = medium.payments(in: folder)
    let (mine, other) = (try processes.start(), try processes.start())
    let intent = try await mine.store.createCaptured("i1")
    let first = Refund.sample("r1", of: intent, 100)
    let second = Refund.sample("r2", of: intent, 100)
    _ = try await mine.store.create(first)
    _ = try await other.store.create(second)
    #expect(try await other.store.unfinishedRefunds() == [])
    try mine.kill()
    #expect(try await other.store.unfinishedRefunds() == [first])
    try await other.store.release(second.id)
    #expect(try await other.store.unfinishedRefunds() == [first, second])
  }

  @Test(arguments: Medium.allCases)
  func `a refund's outcome is final and booked once`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let intent = try await store.createCaptured("i1")
    let one = Refund.sample("r1", of: intent, 100)
    _ = try await store.create(one)
    let booking = try LedgerTransaction.refund(one, cancelling: nil, at: noon)
    for _ in 1...2 {
      let done = try await store.record(.refunded(at: noon), of: one.id, booking: booking)
      #expect(done.outcome == .refunded(at: noon))
    }
    await #expect(throws: PaymentStoreError.refundDecided(one.id, .refunded(at: noon))) {
      try await store.record(.failed(reason: "late"), of: one.id, booking: nil)
    }
    let unknown = Refund.ID(rawValue: "r9")
    await #expect(throws: PaymentStoreError.unknownRefund(unknown)) {
      try await store.record(.failed(reason: "late"), of: unknown, booking: nil)
    }
    let capture = try LedgerTransaction.capture(intent.fullCapture, of: intent)
    #expect(try await store.entries() == capture.entries + booking.entries)
    _ = try Ledger(await store.entries())
  }
}
