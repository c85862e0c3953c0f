package import FlowKit
import GRDB
package import Persistence
package import StatusUpdatesInterface

/// Keeps the timelines, and what they put into the outbox, in the app's database.
package struct SQLiteTimelineStore: TimelineStore {
  private let database: DatabaseFile

  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func append(
    _ change: StatusChange,
    to order: OrderReference,
    messages: [OutboxMessage]
  ) async throws -> AppendOutcome {
    try await database.write { db in
      let changes = try Self.changes(of: order, in: db)
      guard change.sequence == changes.count + 1 else { return .outdated }
      _ = try Timeline(order: order, changes: changes + [change])
      try db.execute(
        sql: """
          INSERT INTO statusChange (orderReference, sequence, status, at, note)
          VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          order.rawValue, change.sequence, change.status.rawValue,
          try StoredForm.milliseconds(change.at), change.note,
        ]
      )
      if change.status == .cancelled { try Cancellations.record(order.rawValue, in: db) }
      for message in messages {
        try Self.insert(message, into: db)
      }
      return .appended
    }
  }

  package func timeline(of order: OrderReference) async throws -> Timeline? {
    let changes = try await database.read { db in try Self.changes(of: order, in: db) }
    return changes.isEmpty ? nil : try Timeline(order: order, changes: changes)
  }

  package func openTimelines() async throws -> [Timeline] {
    let final = Status.allCases.filter(\.isFinal).map(\.rawValue)
    return try await database.read { db in
      let orders = try String.fetchAll(
        db,
        sql: """
          SELECT orderReference FROM statusChange GROUP BY orderReference
          HAVING max(status IN (\(databaseQuestionMarks(count: final.count)))) = 0
          ORDER BY min(serial)
          """,
        arguments: StatementArguments(final)
      )
      return try orders.map(OrderReference.init(rawValue:)).map { order in
        try Timeline(order: order, changes: try Self.changes(of: order, in: db))
      }
    }
  }

  private static func changes(
    of order: OrderReference,
    in db: Database
  ) throws -> [StatusChange] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT sequence, status, at, note FROM statusChange
        WHERE orderReference = ? ORDER BY sequence
        """,
      arguments: [order.rawValue]
    )
    .map { row in try change(row, of: order) }
  }

  private static func change(_ row: Row, of order: OrderReference) throws -> StatusChange {
    let record = "the timeline of order '\(order)'"
    let name: String = try row.stored("status")
    guard let status = Status(rawValue: name) else {
      throw FlowFailure.damaged("\(record) is damaged: unknown status '\(name)'")
    }
    return StatusChange(
      sequence: try row.stored("sequence"),
      status: status,
      at: try StoredForm.date(row.stored("at"), of: record),
      note: try row.stored("note")
    )
  }

  private static func insert(_ message: OutboxMessage, into db: Database) throws {
    let createdAt = try StoredForm.milliseconds(message.createdAt)
    try db.execute(
      sql: """
        INSERT INTO outboxMessage
          (id, destination, orderReference, sequence, body, createdAt, dueAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        message.id.rawValue, message.destination.rawValue, message.order.rawValue,
        message.sequence, message.body, createdAt, createdAt,
      ]
    )
  }
}

/// Counts what any process writes into the database.
package struct SQLiteChangeCounter: ChangeCounter {
  private let database: DatabaseFile

  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func changeCount() async throws -> Int64 {
    try await database.changeCount()
  }
}
