import FlowKit
import GRDB
import Payments
import ProgramTesting
import Testing

@testable import Persistence

/// What keeps acknowledged data is really in force, whatever the library's own defaults are.
struct DatabaseSettingsTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(
    arguments: [
      "journal_mode": "wal",
      // 2 is FULL: each commit is on the disk before it is acknowledged.
      "synchronous": "2",
      "foreign_keys": "1",
      "busy_timeout": "30000",
    ]
  )
  func `a setting is in force, also after the file is opened again`(
    name: String,
    value: String
  ) async throws {
    for _ in 1...2 {
      let database = try folder.open()
      let written = try await database.write { db in
        try String.fetchOne(db, sql: "PRAGMA \(name)")
      }
      let read = try await database.read { db in try String.fetchOne(db, sql: "PRAGMA \(name)") }
      #expect(written == value)
      #expect(read == value)
    }
  }

  @Test func `every table is strict`() async throws {
    for contents in [Schema.app, ProcessorStore.schema] {
      let folder = try ScratchFolder()
      let database = try folder.open(contents)
      let lax = try await database.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT name FROM pragma_table_list
            WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'
              AND name NOT LIKE 'grdb_%'
            """
        )
      }
      #expect(lax == [])
    }
  }

  @Test func `a transaction that writes holds off other writers from its beginning`() async throws {
    let database = try folder.open()
    let other = try DatabaseQueue(path: folder.path + "/data.sqlite")
    try await database.write { _ -> Void in
      // Nothing was written so far: only BEGIN IMMEDIATE holds the other one off.
      #expect {
        try other.write { db in try db.execute(sql: "DELETE FROM offer") }
      } throws: { error in
        (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
      }
    }
  }

  @Test func `a row that refers to nothing is refused`() async throws {
    let database = try folder.open()
    await #expect(throws: FlowFailure.self) {
      try await database.write { db in
        try db.execute(
          sql: """
            INSERT INTO ledgerEntry (ledgerTransaction, account, minorUnits, currency)
            VALUES (17, 'chef', 1, 'EUR')
            """
        )
      }
    }
  }
}
