import FlowKit
import GRDB
import Persistence

/// A movement as a row of a table: both kinds have one life cycle, pending until an outcome is
/// recorded, and owned by a session until then.
extension Movement {
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

  static func unfinished(in db: Database, _ sessions: SessionLocks) throws -> [Self] {
    try Row.fetchAll(
      db,
      sql: "SELECT id, session, document FROM \(table) WHERE state = 'pending' ORDER BY serial"
    )
    .filter { row in sessions.isUnowned(try row.stored("session")) }
    .map { row in try StoredForm.value(Self.self, in: row) }
  }

  /// - Parameter column: the one that only this kind has, with its value.
  func insert(
    _ column: KeyValuePairs<String, String>,
    session: Int64,
    in db: Database
  ) throws {
    let names = ["id", "key", "reference", "state", "session", "document"] + column.map(\.key)
    let values: [any DatabaseValueConvertible] = [
      id.rawValue, key.rawValue, reference.rawValue, outcome?.name ?? "pending", session,
      try StoredForm.document(self),
    ]
    try db.execute(
      sql: """
        INSERT INTO \(Self.table) (\(names.joined(separator: ", ")))
        VALUES (\(databaseQuestionMarks(count: names.count)))
        """,
      arguments: StatementArguments(values + column.map(\.value))
    )
  }

  /// Writes the outcome, which ends the ownership.
  func update(in db: Database) throws {
    try db.execute(
      sql: "UPDATE \(Self.table) SET state = ?, session = NULL, document = ? WHERE id = ?",
      arguments: [outcome?.name ?? "pending", try StoredForm.document(self), id.rawValue]
    )
  }

  func release(in db: Database) throws {
    try db.execute(
      sql: "UPDATE \(Self.table) SET session = NULL WHERE id = ? AND state = 'pending'",
      arguments: [id.rawValue]
    )
  }
}
