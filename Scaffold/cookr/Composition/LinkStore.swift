import GRDB
import Persistence

/// Keeps the link that was opened last.
struct LinkStore: Sendable {
  let database: SharedDatabase

  func save(_ link: String) async throws {
    try await database.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO openedLink (id, url) VALUES (1, ?)",
        arguments: [link]
      )
    }
  }

  func latest() async throws -> String? {
    try await database.read { db in try String.fetchOne(db, sql: "SELECT url FROM openedLink") }
  }

  static let tables = Schema.Step(
    shippedAs: "links",
    of: "links",
    sql: """
      CREATE TABLE openedLink (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        url TEXT NOT NULL
      ) STRICT;
      """
  )
}
