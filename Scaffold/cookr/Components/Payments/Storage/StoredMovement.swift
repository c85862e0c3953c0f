import GRDB
import PaymentsInterface
import Persistence

/// An intent or a refund as a row of a table: both have one life cycle, pending until an outcome is
/// recorded, and owned by a session until then.
protocol StoredMovement: Codable, Identifiable, Sendable where ID: RawRepresentable<String> {
  associatedtype Outcome: Equatable

  static var table: String { get }

  var key: IdempotencyKey { get }
  /// How it ended; `nil` while it is pending.
  var outcome: Outcome? { get set }

  static func state(_ outcome: Outcome) -> String
  static func unknown(_ id: ID) -> PaymentStoreError
  /// The error for a movement that already has another outcome.
  static func decided(_ id: ID, _ outcome: Outcome) -> PaymentStoreError
}

extension StoredMovement {
  static func find(_ column: String, _ value: String, in db: Database) throws -> Self? {
    try all(column, value, in: db).first
  }

  static func all(_ column: String, _ value: String, in db: Database) throws -> [Self] {
    try db.documents(
      Self.self,
      "SELECT id, document FROM \(table) WHERE \(column) = ? ORDER BY serial",
      [value]
    )
  }

  /// The pending movements without an owner, oldest first.
  static func unfinished(in db: Database, _ sessions: SessionLocks) throws -> [Self] {
    try Row.fetchAll(
      db,
      sql: "SELECT id, session, document FROM \(table) WHERE state = 'pending' ORDER BY serial"
    )
    .filter { row in sessions.isUnowned(try row.stored("session")) }
    .map { row in try StoredForm.value(Self.self, in: row) }
  }

  func insert(
    _ columns: KeyValuePairs<String, String>,
    session: Int64,
    in db: Database
  ) throws {
    let names = ["id", "key", "state", "session", "document"] + columns.map(\.key)
    let state = outcome.map(Self.state) ?? "pending"
    let values: [any DatabaseValueConvertible] = [
      id.rawValue, key.rawValue, state, session, try StoredForm.document(self),
    ]
    try db.execute(
      sql: """
        INSERT INTO \(Self.table) (\(names.joined(separator: ", ")))
        VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
        """,
      arguments: StatementArguments(values + columns.map(\.value))
    )
  }

  func requireUnused(in db: Database) throws {
    for (column, value) in [("id", id.rawValue), ("key", key.rawValue)] {
      guard try Self.find(column, value, in: db) == nil else {
        throw PaymentStoreError.duplicate(value)
      }
    }
  }

  /// Records how a movement ended, with its booking; changes nothing if that was recorded before.
  static func record(
    _ outcome: Outcome,
    of id: ID,
    booking: LedgerTransaction?,
    in db: Database
  ) throws -> Self {
    guard var movement = try find("id", id.rawValue, in: db) else { throw unknown(id) }
    if let standing = movement.outcome {
      guard standing == outcome else { throw decided(id, standing) }
      return movement
    }
    movement.outcome = outcome
    try db.execute(
      sql: "UPDATE \(table) SET state = ?, session = NULL, document = ? WHERE id = ?",
      arguments: [state(outcome), try StoredForm.document(movement), id.rawValue]
    )
    if let booking { try LedgerRecord.append(booking, to: db) }
    return movement
  }

  /// Takes a pending movement from the session that has it.
  static func release(_ id: ID, in db: Database) throws {
    try db.execute(
      sql: "UPDATE \(table) SET session = NULL WHERE id = ? AND state = 'pending'",
      arguments: [id.rawValue]
    )
  }
}

extension PaymentIntent: StoredMovement {
  static var table: String { "paymentIntent" }

  static func state(_ outcome: PaymentOutcome) -> String { outcome.name }

  static func unknown(_ id: ID) -> PaymentStoreError { .unknownIntent(id) }

  static func decided(_ id: ID, _ outcome: PaymentOutcome) -> PaymentStoreError {
    .intentDecided(id, outcome)
  }
}

extension Refund: StoredMovement {
  static var table: String { "refund" }

  static func state(_ outcome: RefundOutcome) -> String { outcome.name }

  static func unknown(_ id: ID) -> PaymentStoreError { .unknownRefund(id) }

  static func decided(_ id: ID, _ outcome: RefundOutcome) -> PaymentStoreError {
    .refundDecided(id, outcome)
  }
}
