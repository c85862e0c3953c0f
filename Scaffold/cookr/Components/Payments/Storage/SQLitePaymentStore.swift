package import FlowKit
import GRDB
package import PaymentsInterface
package import Persistence

/// Keeps payments in the app's database.
///
/// An intent or a refund belongs to the session of the process that wrote it; it is nobody's once
/// that process is gone. A cancelled order is not charged: its intents are refused.
package struct SQLitePaymentStore: PaymentStore {
  private let database: DatabaseFile

  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func create(_ intent: PaymentIntent) async throws -> IntentCreation {
    let session = try database.sessions.current()
    return try await database.write { db in
      try intent.requireUnused(in: db)
      let intents = try PaymentIntent.all("reference", intent.reference.rawValue, in: db)
      if let standing = intents.first(where: { $0.isLive && $0.purpose == intent.purpose }) {
        return .exists(standing)
      }
      try Cancellations.requireNone(of: intent.reference.rawValue, in: db)
      try intent.insert(
        ["reference": intent.reference.rawValue, "purpose": intent.purpose.rawValue],
        session: session,
        in: db
      )
      return .created
    }
  }

  package func create(_ refund: Refund) async throws -> RefundCreation {
    let session = try database.sessions.current()
    return try await database.write { db in
      try refund.requireUnused(in: db)
      let refunds = try Refund.all("intent", refund.intent.rawValue, in: db)
      guard
        let intent = try PaymentIntent.find("id", refund.intent.rawValue, in: db),
        let receipt = Receipt(intent, refunds: refunds)
      else {
        throw PaymentStoreError.unknownIntent(refund.intent)
      }
      let left = receipt.refundable
      guard left.currency == refund.amount.currency, left.minorUnits >= refund.amount.minorUnits
      else {
        return .exceeds(left: left)
      }
      try refund.insert(
        ["reference": refund.reference.rawValue, "intent": refund.intent.rawValue],
        session: session,
        in: db
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
      try PaymentIntent.record(outcome, of: id, booking: booking, in: db)
    }
  }

  package func record(
    _ outcome: RefundOutcome,
    of id: Refund.ID,
    booking: LedgerTransaction?
  ) async throws -> Refund {
    try await database.write { db in
      try Refund.record(outcome, of: id, booking: booking, in: db)
    }
  }

  package func release(_ intent: PaymentIntent.ID) async throws {
    try await database.write { db in try PaymentIntent.release(intent, in: db) }
  }

  package func release(_ refund: Refund.ID) async throws {
    try await database.write { db in try Refund.release(refund, in: db) }
  }

  package func unfinishedIntents() async throws -> [PaymentIntent] {
    let sessions = database.sessions
    return try await database.read { db in try PaymentIntent.unfinished(in: db, sessions) }
  }

  package func unfinishedRefunds() async throws -> [Refund] {
    let sessions = database.sessions
    return try await database.read { db in try Refund.unfinished(in: db, sessions) }
  }

  package func history(of reference: OrderReference) async throws -> PaymentHistory {
    try await database.read { db in
      PaymentHistory(
        intents: try PaymentIntent.all("reference", reference.rawValue, in: db),
        refunds: try Refund.all("reference", reference.rawValue, in: db)
      )
    }
  }

  package func entries() async throws -> [LedgerEntry] {
    try await database.read { db in try LedgerRecord.entries(in: db) }
  }
}
