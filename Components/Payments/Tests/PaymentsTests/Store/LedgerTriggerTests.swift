import FlowKit
import Foundation
import GRDB
import Persistence
import Testing

@testable import Payments

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

  @Test func `a second live payment for the same purpose is refused by the file too`()
    async throws
  {
    _ = try await store.createCaptured("i1")
    let error = await #expect(throws: FlowFailure.self) {
      try await database.write { db in
        try db.execute(
          sql: """
            INSERT INTO paymentIntent (id, key, reference, purpose, state, document)
            VALUES ('i2', 'key-i2', 'order-1', 'meal', 'pending', '{}')
            """
        )
      }
    }
    #expect(error?.code == .storageFailed)
  }
}
