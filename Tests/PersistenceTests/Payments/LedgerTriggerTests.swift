import FlowKit
import GRDB
import Payments
import PaymentsStorage
import Testing

@testable import Persistence

/// The file itself refuses what would falsify it, whoever asks.
struct LedgerTriggerTests {
  private let folder: ScratchFolder
  private let database: DatabaseFile

  init() throws {
    folder = try ScratchFolder()
    database = try folder.open()
  }

  @Test(arguments: [
    "UPDATE ledgerEntry SET minorUnits = minorUnits + 1",
    "UPDATE ledgerTransaction SET at = 0",
    "DELETE FROM ledgerEntry",
    "DELETE FROM ledgerTransaction",
  ])
  func `what is booked is never changed`(sql: String) async throws {
    let store = SQLitePaymentStore(database)
    let intent = try await store.createCaptured("i1")
    let error = await #expect(throws: FlowFailure.self) {
      try await database.write { db in try db.execute(sql: sql) }
    }
    #expect(error?.message.contains("the ledger only grows") == true)
    let booking = try LedgerTransaction.capture(intent.fullCapture, of: intent)
    #expect(try await store.entries() == booking.entries)
  }

  @Test func `a second live payment for the same purpose is refused by the file too`()
    async throws
  {
    _ = try await SQLitePaymentStore(database).createCaptured("i1")
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
