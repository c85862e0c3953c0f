import FlowKit
import GRDB
import PaymentsInterface
import Persistence

/// Rows of `paymentIntent`.
enum IntentRecord {
  static func find(_ column: String, _ value: String, in db: Database) throws -> PaymentIntent? {
    try Row.fetchOne(
      db,
      sql: "SELECT id, document FROM paymentIntent WHERE \(column) = ?",
      arguments: [value]
    )
    .map { try StoredForm.value(PaymentIntent.self, in: $0) }
  }

  static func all(of reference: OrderReference, in db: Database) throws -> [PaymentIntent] {
    try Row.fetchAll(
      db,
      sql: "SELECT id, document FROM paymentIntent WHERE reference = ? ORDER BY serial",
      arguments: [reference.rawValue]
    )
    .map { try StoredForm.value(PaymentIntent.self, in: $0) }
  }

  static func live(
    _ reference: OrderReference,
    _ purpose: PaymentPurpose,
    in db: Database
  ) throws -> PaymentIntent? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT id, document FROM paymentIntent
        WHERE reference = ? AND purpose = ? AND state IN ('pending', 'captured')
        """,
      arguments: [reference.rawValue, purpose.rawValue]
    )
    .map { try StoredForm.value(PaymentIntent.self, in: $0) }
  }

  static func requireUnused(id: String, key: String, in db: Database) throws {
    if try find("id", id, in: db) != nil { throw PaymentStoreError.duplicate(id) }
    if try find("key", key, in: db) != nil { throw PaymentStoreError.duplicate(key) }
  }
}

/// Rows of `refund`.
enum RefundRecord {
  static func all(_ column: String, _ value: String, in db: Database) throws -> [Refund] {
    try Row.fetchAll(
      db,
      sql: "SELECT id, document FROM refund WHERE \(column) = ? ORDER BY serial",
      arguments: [value]
    )
    .map { try StoredForm.value(Refund.self, in: $0) }
  }

  static func requireUnused(id: String, key: String, in db: Database) throws {
    if try !all("id", id, in: db).isEmpty { throw PaymentStoreError.duplicate(id) }
    if try !all("key", key, in: db).isEmpty { throw PaymentStoreError.duplicate(key) }
  }
}
