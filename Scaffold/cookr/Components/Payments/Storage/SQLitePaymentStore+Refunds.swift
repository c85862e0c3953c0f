import FlowKit
import GRDB
package import PaymentsInterface
import Persistence

extension SQLitePaymentStore {
  package func create(_ refund: Refund) async throws -> RefundCreation {
    let document = try StoredForm.document(refund)
    let session = try database.sessions.current()
    return try await database.write { db in
      try RefundRecord.requireUnused(id: refund.id.rawValue, key: refund.key.rawValue, in: db)
      let refunds = try RefundRecord.all("intent", refund.intent.rawValue, in: db)
      guard
        let intent = try IntentRecord.find("id", refund.intent.rawValue, in: db),
        let receipt = Receipt(intent, refunds: refunds)
      else {
        throw PaymentStoreError.unknownIntent(refund.intent)
      }
      let left = receipt.refundable
      guard left.currency == refund.amount.currency, left.minorUnits >= refund.amount.minorUnits
      else {
        return .exceeds(left: left)
      }
      try db.execute(
        sql: """
          INSERT INTO refund (id, key, intent, reference, state, session, document)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          refund.id.rawValue, refund.key.rawValue, refund.intent.rawValue,
          refund.reference.rawValue, refund.outcome?.name ?? "pending", session, document,
        ]
      )
      return .created
    }
  }

  package func record(
    _ outcome: RefundOutcome,
    of id: Refund.ID,
    booking: LedgerTransaction?
  ) async throws -> Refund {
    try await database.write { db in
      guard var refund = try RefundRecord.all("id", id.rawValue, in: db).first else {
        throw PaymentStoreError.unknownRefund(id)
      }
      if let standing = refund.outcome {
        guard standing == outcome else { throw PaymentStoreError.refundDecided(id, standing) }
        return refund
      }
      refund.outcome = outcome
      try db.execute(
        sql: "UPDATE refund SET state = ?, session = NULL, document = ? WHERE id = ?",
        arguments: [outcome.name, try StoredForm.document(refund), id.rawValue]
      )
      if let booking { try LedgerRecord.append(booking, to: db) }
      return refund
    }
  }

  package func release(_ refund: Refund.ID) async throws {
    try await database.write { db in
      try db.execute(
        sql: "UPDATE refund SET session = NULL WHERE id = ? AND state = 'pending'",
        arguments: [refund.rawValue]
      )
    }
  }

  package func unfinishedRefunds() async throws -> [Refund] {
    let sessions = database.sessions
    return try await database.read { db in
      try Row.fetchAll(
        db,
        sql: "SELECT id, session, document FROM refund WHERE state = 'pending' ORDER BY serial"
      )
      .filter { row in sessions.isNobodys(try row.stored("session")) }
      .map { row in try StoredForm.value(Refund.self, in: row) }
    }
  }

  package func entries() async throws -> [LedgerEntry] {
    try await database.read { db in try LedgerRecord.entries(in: db) }
  }
}
