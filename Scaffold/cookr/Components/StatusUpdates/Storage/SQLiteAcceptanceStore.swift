package import FlowKit
import GRDB
package import Persistence
package import StatusUpdatesInterface

/// Keeps in the database which kitchen cooks which order.
package struct SQLiteAcceptanceStore: AcceptanceStore {
  private let database: DatabaseFile

  /// Makes a store on a database.
  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func accept(
    _ acceptance: Acceptance,
    of order: OrderReference,
    at sequence: Int
  ) async throws -> AcceptanceOutcome {
    try await database.write { db in
      let steps = try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM statusChange WHERE orderReference = ?",
        arguments: [order.rawValue]
      )
      guard steps == sequence else { return .outdated }
      if let earlier = try Self.acceptance(of: order, in: db) { return .taken(earlier) }
      try db.execute(
        sql: "INSERT INTO acceptance (orderReference, kitchen, at) VALUES (?, ?, ?)",
        arguments: [
          order.rawValue, acceptance.kitchen.text, try StoredForm.milliseconds(acceptance.at),
        ]
      )
      return .accepted
    }
  }

  package func acceptance(of order: OrderReference) async throws -> Acceptance? {
    try await database.read { db in try Self.acceptance(of: order, in: db) }
  }

  private static func acceptance(
    of order: OrderReference,
    in db: Database
  ) throws -> Acceptance? {
    let row = try Row.fetchOne(
      db,
      sql: "SELECT kitchen, at FROM acceptance WHERE orderReference = ?",
      arguments: [order.rawValue]
    )
    guard let row else { return nil }
    let record = "the acceptance of order '\(order)'"
    let name: String = try row.stored("kitchen")
    guard let kitchen = try? KitchenName(name) else {
      throw FlowFailure.damaged("\(record) is damaged: kitchen '\(name)'")
    }
    return Acceptance(
      kitchen: kitchen,
      at: try StoredForm.date(row.stored("at"), of: record)
    )
  }
}
