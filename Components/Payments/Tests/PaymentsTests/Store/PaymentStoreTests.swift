import FlowKit
import Foundation
import GRDB
import Persistence
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

  @Test func `a refund needs a capture`() async throws {
    let first = try intent("i1")
    _ = try await store.create(first)
    await #expect(throws: PaymentStoreError.unknown("payment 'i1'")) {
      try await store.create(refund("r1", of: first, 1))
    }
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

/// The file itself refuses what would falsify it, whoever asks.
struct LedgerTriggerTests {
  private let store = PaymentStore.inMemory()
  private var database: SharedDatabase { store.database }

  @Test(arguments: [
    "UPDATE ledgerEntry SET minorUnits = minorUnits + 1",
    "UPDATE ledgerTransaction SET at = 0",
    "DELETE FROM ledgerEntry",
    "DELETE FROM ledgerTransaction",
  ])
  func `what is booked is never changed`(sql: String) async throws {
    let intent = try await store.createCaptured("i1")
    let error = await #expect(throws: FlowFailure.self) {
      try await database.write { db in try db.execute(sql: sql) }
    }
    #expect(error?.message.contains("the ledger only grows") == true)
    let booking = try LedgerTransaction.capture(capture(intent), of: intent)
    #expect(try await store.entries() == booking.entries)
  }

  private static let entry =
    "INSERT INTO ledgerEntry (ledgerTransaction, account, minorUnits, currency) VALUES"

  @Test(arguments: [
    (
      "\(entry) (9, 'processor', 100, 'EUR'), (9, 'chef', -99, 'EUR');"
        + " INSERT INTO ledgerTransaction (serial, id, at) VALUES (9, 't', 0)",
      "a transaction of the ledger sums to zero"
    ),
    (
      "\(entry) (9, 'processor', 100, 'EUR'), (9, 'chef', -100, 'USD');"
        + " INSERT INTO ledgerTransaction (serial, id, at) VALUES (9, 't', 0)",
      "a transaction of the ledger sums to zero"
    ),
    (
      "INSERT INTO ledgerTransaction (id, at) VALUES ('t', 0)",
      "a transaction of the ledger sums to zero"
    ),
    ("\(entry) (1, 'tips', 100, 'EUR'), (1, 'refunds', -100, 'EUR')", "by whole transactions"),
    ("\(entry) (9, 'processor', 100, 'EUR'), (9, 'chef', -100, 'EUR')", "FOREIGN KEY"),
  ])
  func `only whole transactions that sum to zero are booked`(sql: String, message: String)
    async throws
  {
    let intent = try await store.createCaptured("i1")
    let error = await #expect(throws: FlowFailure.self) {
      try await database.write { db in try db.execute(sql: sql) }
    }
    #expect(error?.message.contains(message) == true)
    let booking = try LedgerTransaction.capture(capture(intent), of: intent)
    #expect(try await store.entries() == booking.entries)
  }

  @Test func `what an earlier version booked stays, and goes on`() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID()).sqlite"
    defer {
      for suffix in ["", "-lock", "-shm", "-wal"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let earlier = try SharedDatabase(path: path, contents: Schema([.payments]), patience: 1)
    try await earlier.write { db in
      try db.execute(
        sql: """
          INSERT INTO ledgerTransaction (id, at) VALUES ('capture-old', 1000);
          INSERT INTO ledgerEntry (ledgerTransaction, account, minorUnits, currency)
            VALUES (1, 'processor', 500, 'EUR'), (1, 'chef', -500, 'EUR')
          """
      )
    }
    let later = try SharedDatabase(
      path: path,
      contents: Schema([.payments, .balancedLedger]),
      patience: 1
    )
    let store = PaymentStore(later)
    #expect(try await store.entries().map(\.amount.minorUnits) == [500, -500])
    await #expect(throws: FlowFailure.self) {
      try await later.write { db in try db.execute(sql: "DELETE FROM ledgerEntry") }
    }
    let error = await #expect(throws: FlowFailure.self) {
      try await later.write { db in
        try db.execute(sql: "\(Self.entry) (1, 'tips', 1, 'EUR'), (1, 'tax', -1, 'EUR')")
      }
    }
    #expect(error?.message.contains("by whole transactions") == true)
  }

  @Test func `what an earlier version called a delivery is the chef's fee`() async throws {
    try await database.write { db in
      try db.execute(
        sql: """
          INSERT INTO ledgerEntry (ledgerTransaction, account, minorUnits, currency)
            VALUES (1, 'processor', 500, 'EUR'), (1, 'delivery', -500, 'EUR');
          INSERT INTO ledgerTransaction (serial, id, at) VALUES (1, 'capture-old', 1000);
          """
      )
    }
    #expect(try await store.entries().map(\.account) == [.processor, .fee])
  }

  @Test(arguments: ["'i2', 'key-i2', 'order-1'", "'i1', 'key-i2', 'o2'", "'i2', 'key-i1', 'o2'"])
  func `a second live payment, and a second use of an identifier or a key, are refused`(
    values: String
  ) async throws {
    _ = try await store.createCaptured("i1")
    let error = await #expect(throws: FlowFailure.self) {
      try await database.write { db in
        try db.execute(
          sql: """
            INSERT INTO paymentIntent (id, key, reference, purpose, state, document)
            VALUES (\(values), 'meal', 'pending', '{}')
            """
        )
      }
    }
    #expect(error?.code == .storageFailed)
  }
}
