package import ChefSourcing
import GRDB
package import Persistence

/// Keeps the chef of each order in the app's database; a cancelled order gets none.
package struct SQLiteAssignmentStore: AssignmentStore {
  private let database: DatabaseFile

  /// Makes a store on a database.
  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func save(_ assignment: ChefAssignment) async throws -> ChefAssignment {
    let document = try StoredForm.document(assignment)
    return try await database.write { db in
      if let existing = try Self.assignment(forOrder: assignment.orderReference, in: db) {
        guard existing.chefID == assignment.chefID else {
          throw AssignmentConflict(existing: existing, refused: assignment.chefID)
        }
        return existing
      }
      try Cancellations.requireNone(of: assignment.orderReference, in: db)
      try db.execute(
        sql: "INSERT INTO assignment (orderReference, chefID, document) VALUES (?, ?, ?)",
        arguments: [assignment.orderReference, assignment.chefID.rawValue, document]
      )
      return assignment
    }
  }

  package func assignment(forOrder orderReference: String) async throws -> ChefAssignment? {
    try await database.read { db in try Self.assignment(forOrder: orderReference, in: db) }
  }

  private static func assignment(forOrder reference: String, in db: Database) throws
    -> ChefAssignment?
  {
    let row = try Row.fetchOne(
      db,
      sql: "SELECT orderReference, document FROM assignment WHERE orderReference = ?",
      arguments: [reference]
    )
    return try row.map {
      try StoredForm.value(ChefAssignment.self, in: $0, namedBy: "orderReference")
    }
  }
}
