import GRDB

package struct SQLiteLinkStore: Sendable {
  private let database: DatabaseFile

  package init(_ database: DatabaseFile) {
    self.database = database
  }

  package func save(_ link: String) async throws {
    try await database.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO openedLink (id, url) VALUES (1, ?)",
        arguments: [link]
      )
    }
  }

  package func latest() async throws -> String? {
    try await database.read { db in try String.fetchOne(db, sql: "SELECT url FROM openedLink") }
  }
}

extension Schema.Step {
  package static let links = Self(
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
