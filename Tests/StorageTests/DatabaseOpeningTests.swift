import FlowKit
import Foundation
import GRDB
import OrderProcessing
import OrderProcessingStorage
import Payments
import ProgramTesting
import StatusUpdates
import Testing

@testable import ChefSourcing
@testable import Persistence

/// A file that cannot be used is refused in words, and left as it is.
struct DatabaseOpeningTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/data.sqlite"
  }

  @Test(arguments: ["of-next-year", "StatusUpdates/of-next-year"])
  func `a file with a step that is unknown here is refused as newer`(step: String) async throws {
    let database = try folder.open()
    try await database.write { db in
      try db.execute(
        sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)",
        arguments: [step]
      )
    }
    try database.close()
    let bytes = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: FlowFailure.self) { try folder.open() }
    #expect(error?.code == .storageNewer)
    #expect(
      error?.message
        == "the database '\(path)' was written by a newer version of this app, "
        + "which has added '\(step)'"
    )
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func `apps that know different components share a file, in either order`() async throws {
    let order = try Order.sample("a")
    try await SQLiteOrderStore(try folder.open(.kitchen)).save(order)
    let customer = SQLiteOrderStore(try folder.open())
    #expect(try await customer.newestOrders(limit: 2) == [order])
    try await customer.save(.sample("b"))
    let again = SQLiteOrderStore(try folder.open(.kitchen))
    #expect(try await again.newestOrders(limit: 5).count == 2)
  }

  @Test func `a file of an earlier app keeps its chefs and its cancellations`() async throws {
    let earlier = try DatabaseQueue(path: path)
    try await earlier.write { db in
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('orders'), ('status'), ('cancellations'),
            ('StatusUpdates/acceptances');
          """
      )
      for step in [Schema.Step.orders, .status, .cancellations, .acceptances] {
        try db.execute(sql: step.sql)
      }
      try db.execute(
        sql: """
          CREATE TABLE assignment (
            orderReference TEXT PRIMARY KEY NOT NULL,
            chefID TEXT NOT NULL,
            document TEXT NOT NULL CHECK (json_valid(document))
          ) STRICT, WITHOUT ROWID;
          INSERT INTO assignment VALUES ('order-1', 'mai', ?);
          INSERT INTO statusChange (orderReference, sequence, status, at)
            VALUES ('order-1', 1, 'placed', 1), ('order-1', 2, 'cancelled', 2);
          """,
        arguments: [
          StoredForm.document(ChefAssignment(of: .sample("mai-srisai"), at: noon))
        ]
      )
    }
    try earlier.close()
    let database = try folder.open()
    #expect(
      try await OfferStore(database).assignment(forOrder: "order-1")?.chefName
        == "Mai Srisai"
    )
    #expect(try await database.unsettledOrders().map(\.rawValue) == ["order-1"])
  }

  @Test func `a newer version of what an app does not know leaves it alone`() async throws {
    let database = try folder.open()
    try await database.write { db in
      try db.execute(
        sql: "INSERT INTO grdb_migrations (identifier) VALUES ('Payments/of-next-year')"
      )
    }
    #expect(throws: Never.self) {
      try folder.open(.kitchen)
    }
    let error = #expect(throws: FlowFailure.self) { try folder.open() }
    #expect(error?.code == .storageNewer)
  }

  @Test func `the count of changes tells what this and other connections write`() async throws {
    let (mine, other) = (try folder.open(), try folder.open())
    let start = try await mine.changeCount()
    #expect(try await mine.changeCount() == start)
    try await SQLiteOrderStore(other).save(.sample("a"))
    let second = try await mine.changeCount()
    #expect(second != start)
    try await SQLiteOrderStore(mine).save(.sample("b"))
    #expect(try await mine.changeCount() != second)
  }

  @Test(arguments: ["text", "torn header", "torn page", "lost end"])
  func `a damaged file is refused and left as it is`(damage: String) async throws {
    let database = try folder.open()
    try await SQLiteOrderStore(database).save(.sample("a"))
    try database.close()
    var bytes = try Data(contentsOf: URL(filePath: path))
    switch damage {
    case "lost end": bytes = bytes.prefix(bytes.count / 2)
    case "text": bytes = Data(String(repeating: "no database\n", count: 500).utf8)
    case "torn header": bytes.replaceSubrange(0..<50, with: Data(count: 50))
    // The first page of tables: everything after the header.
    default: bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xFF, count: 3996))
    }
    try bytes.write(to: URL(filePath: path))
    let error = #expect(throws: FlowFailure.self) { try folder.open() }
    #expect(error?.code == .storageDamaged)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func `a document that is none is reported as damage`() async throws {
    let database = try folder.open()
    try await database.write { db in
      try db.execute(sql: #"INSERT INTO "order" (id, placedAt, document) VALUES ('a', 1, '{}')"#)
    }
    let error = await #expect(throws: FlowFailure.self) {
      try await SQLiteOrderStore(database).newestOrders(limit: 1)
    }
    #expect(error?.code == .storageDamaged)
  }
}

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
