import FlowKit
import PaymentsInterface
import ProgramTesting
import Testing

/// The rules of `PaymentStore` for intents, on the component's own store and on the app's.
struct PaymentStoreTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(arguments: Medium.allCases)
  func `an intent comes back as it was written`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let tip = try PaymentIntent.sample("i1", .tip)
    #expect(try await store.create(tip) == .created)
    #expect(
      try await store.history(of: .order1) == PaymentHistory(intents: [tip], refunds: [])
    )
    let other = OrderReference(rawValue: "order-2")
    #expect(try await store.history(of: other) == PaymentHistory(intents: [], refunds: []))
  }

  @Test(arguments: Medium.allCases)
  func `one intent of a purpose is live`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let first = try PaymentIntent.sample("i1")
    #expect(try await store.create(first) == .created)
    #expect(try await store.create(.sample("i2")) == .exists(first))
    #expect(try await store.create(.sample("i3", .tip)) == .created)
    try await store.record(.declined(.insufficientFunds), of: first.id, booking: nil)
    let captured = try await store.createCaptured("i4")
    #expect(try await store.create(.sample("i5")) == .exists(captured))
    #expect(
      try await store.history(of: .order1).intents.map(\.id.rawValue) == ["i1", "i3", "i4"]
    )
  }

  @Test(arguments: Medium.allCases)
  func `of many processes that begin a payment at once one succeeds`(
    medium: Medium
  ) async throws {
    let processes = medium.payments(in: folder)
    let stores = try (0..<4).map { _ in try processes.start().store }
    let creations = try await withThrowingTaskGroup(of: IntentCreation.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask { try await store.create(.sample("i\(number)")) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(creations.count(where: { $0 == .created }) == 1)
    #expect(try await stores[0].history(of: .order1).intents.count == 1)
  }

  @Test(arguments: Medium.allCases)
  func `an identifier and a key are used once`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let other = OrderReference(rawValue: "order-2")
    _ = try await store.create(.sample("i1"))
    await #expect(throws: PaymentStoreError.duplicate("i1")) {
      try await store.create(.sample("i1", for: other, key: "key-i9"))
    }
    await #expect(throws: PaymentStoreError.duplicate("key-i1")) {
      try await store.create(.sample("i2", for: other, key: "key-i1"))
    }
    #expect(try await store.history(of: other).intents == [])
  }

  @Test(arguments: Medium.allCases)
  func `the same outcome again is fine and booked once`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let first = try await store.createCaptured("i1")
    let booking = try LedgerTransaction.capture(first.fullCapture, of: first)
    let again = try await store.record(
      .captured(first.fullCapture),
      of: first.id,
      booking: booking
    )
    #expect(again == first)
    #expect(try await store.history(of: first.reference).intents.contains(first))
    #expect(try await store.entries() == booking.entries)
  }

  @Test(arguments: Medium.allCases)
  func `another outcome is refused and changes nothing`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let first = try await store.createCaptured("i1")
    let outcome = PaymentOutcome.captured(first.fullCapture)
    await #expect(throws: PaymentStoreError.intentDecided(first.id, outcome)) {
      try await store.record(.failed(reason: "late"), of: first.id, booking: nil)
    }
    #expect(try await store.history(of: first.reference).intents.contains(first))
  }

  @Test(arguments: Medium.allCases)
  func `an outcome needs an intent`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let id = PaymentIntent.ID(rawValue: "i9")
    await #expect(throws: PaymentStoreError.unknownIntent(id)) {
      try await store.record(.failed(reason: "lost"), of: id, booking: nil)
    }
  }

  @Test(arguments: Medium.allCases)
  func `a booking that cannot be kept leaves its intent pending`(medium: Medium) async throws {
    let store = try medium.payments(in: folder).start().store
    let first = try await store.createCaptured("i1")
    let tip = try PaymentIntent.sample("i2", .tip)
    _ = try await store.create(tip)
    let repeated = try LedgerTransaction.capture(first.fullCapture, of: first)
    await #expect(throws: (any Error).self) {
      try await store.record(.captured(tip.fullCapture), of: tip.id, booking: repeated)
    }
    #expect(try await store.history(of: tip.reference).intents.contains(tip))
    #expect(try await store.entries() == repeated.entries)
  }

  @Test(arguments: Medium.allCases)
  func `an intent is unfinished once its owner is gone or gave it up`(
    medium: Medium
  ) async throws {
    let processes = medium.payments(in: folder)
    let (mine, other) = (try processes.start(), try processes.start())
    let first = try PaymentIntent.sample("i1")
    let second = try PaymentIntent.sample("i2", .tip)
    _ = try await mine.store.create(first)
    _ = try await other.store.create(second)
    #expect(try await mine.store.unfinishedIntents() == [])
    #expect(try await other.store.unfinishedIntents() == [])
    try mine.kill()
    #expect(try await other.store.unfinishedIntents() == [first])
    try await other.store.release(second.id)
    #expect(try await other.store.unfinishedIntents() == [first, second])
    try await other.store.record(.failed(reason: "lost"), of: first.id, booking: nil)
    #expect(try await other.store.unfinishedIntents() == [second])
  }
}

extension PaymentStore {
  func createCaptured(_ name: String) async throws -> PaymentIntent {
    let intent = try PaymentIntent.sample(name)
    #expect(try await create(intent) == .created)
    return try await record(
      .captured(intent.fullCapture),
      of: intent.id,
      booking: .capture(intent.fullCapture, of: intent)
    )
  }
}
