package import FlowKit
import GRDB
package import PaymentsInterface
package import Persistence

/// Keeps payments in the app's database.
///
/// An intent or a refund belongs to the session of the process that wrote it; it is nobody's once
/// that process is gone. A cancelled order is not charged: its intents are refused.
package struct SQLitePaymentStore: PaymentStore {
  let database: DatabaseFile

  /// Makes a store on a database.
  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func create(_ intent: PaymentIntent) async throws -> IntentCreation {
    let document = try StoredForm.document(intent)
    let session = try database.sessions.current()
    return try await database.write { db in
      try IntentRecord.requireUnused(id: intent.id.rawValue, key: intent.key.rawValue, in: db)
      if let standing = try IntentRecord.live(intent.reference, intent.purpose, in: db) {
        return .exists(standing)
      }
      try Cancellations.requireNone(of: intent.reference.rawValue, in: db)
      try db.execute(
        sql: """
          INSERT INTO paymentIntent (id, key, reference, purpose, state, session, document)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          intent.id.rawValue, intent.key.rawValue, intent.reference.rawValue,
          intent.purpose.rawValue, intent.outcome?.name ?? "pending", session, document,
        ]
      )
      return .created
    }
  }

  package func record(
    _ outcome: PaymentOutcome,
    of id: PaymentIntent.ID,
    booking: LedgerTransaction?
  ) async throws -> PaymentIntent {
    try await database.write { db in
      guard var intent = try IntentRecord.find("id", id.rawValue, in: db) else {
        throw PaymentStoreError.unknownIntent(id)
      }
      if let standing = intent.outcome {
        guard standing == outcome else { throw PaymentStoreError.intentDecided(id, standing) }
        return intent
      }
      intent.outcome = outcome
      try db.execute(
        sql: "UPDATE paymentIntent SET state = ?, session = NULL, document = ? WHERE id = ?",
        arguments: [outcome.name, try StoredForm.document(intent), id.rawValue]
      )
      if let booking { try LedgerRecord.append(booking, to: db) }
      return intent
    }
  }

  package func release(_ intent: PaymentIntent.ID) async throws {
    try await database.write { db in
      try db.execute(
        sql: "UPDATE paymentIntent SET session = NULL WHERE id = ? AND state = 'pending'",
        arguments: [intent.rawValue]
      )
    }
  }

  package func history(of reference: OrderReference) async throws -> PaymentHistory {
    try await database.read { db in
      PaymentHistory(
        intents: try IntentRecord.all(of: reference, in: db),
        refunds: try RefundRecord.all("reference", reference.rawValue, in: db)
      )
    }
  }

  package func unfinishedIntents() async throws -> [PaymentIntent] {
    let sessions = database.sessions
    return try await database.read { db in
      try Row.fetchAll(
        db,
        sql:
          "SELECT id, session, document FROM paymentIntent WHERE state = 'pending' ORDER BY serial"
      )
      .filter { row in sessions.isNobodys(try row.stored("session")) }
      .map { row in try StoredForm.value(PaymentIntent.self, in: row) }
    }
  }
}
