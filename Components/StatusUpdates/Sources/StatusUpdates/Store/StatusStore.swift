public import FlowKit
import GRDB
public import Persistence

/// The timelines of orders, together with the messages about their changes.
///
/// Each method is one transaction. Calls may come from several tasks and several processes at once.
public struct StatusStore: Sendable {
  let database: SharedDatabase

  /// Makes the store on a database that has its ``tables``.
  public init(_ database: SharedDatabase) {
    self.database = database
  }

  /// Makes a store in memory, for previews and tests.
  public static func inMemory() -> StatusStore {
    StatusStore(SharedDatabase(inMemory: Schema(tables)))
  }

  /// Adds the newest change of an order and puts its messages into the outbox, both or neither.
  ///
  /// The change is added only if the order has `change.sequence - 1` changes (an unknown order has
  /// none): of two callers that read the same timeline, one gets false. A change with the result
  /// true survives a crash of the machine.
  func append(
    _ change: StatusChange,
    to order: OrderReference,
    messages: [OutboxMessage]
  ) async throws -> Bool {
    try await database.write { db in
      let changes = try Self.changes(of: order, in: db)
      guard change.sequence == changes.count + 1 else { return false }
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
      for message in messages { try message.insert(into: db) }
      return true
    }
  }

  /// The timeline of the order; `nil` if it was never placed.
  public func timeline(of order: OrderReference) async throws -> Timeline? {
    let changes = try await database.read { db in try Self.changes(of: order, in: db) }
    return changes.isEmpty ? nil : try Timeline(order: order, changes: changes)
  }

  func openTimelines() async throws -> [Timeline] {
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
}
