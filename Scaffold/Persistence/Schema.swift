import GRDB

/// The tables, one migration a step; a step that has shipped is never changed.
///
/// A component's value is kept whole as the JSON that the component itself makes of it, beside the
/// columns that the app looks for or that a rule is about, so that a later version of a component
/// keeps what it adds. Times are milliseconds since 1970, money is minor units with its currency.
enum Schema {
  /// Applies the steps that the file lacks.
  ///
  /// - Throws: ``StorageError`` with code `newer` for a file that has steps unknown here.
  static func bringUpToDate(_ queue: DatabaseQueue) throws {
    let migrator = migrator
    let (isNewer, isCurrent) = try queue.read { db in
      (try migrator.hasBeenSuperseded(db), try migrator.hasCompletedMigrations(db))
    }
    guard !isNewer else {
      throw StorageError(
        .newer,
        "the database '\(queue.path)' was written by a newer version of this app",
        help: "update the app, or start a new database with '--database FILE'"
      )
    }
    guard !isCurrent else { return }
    try migrator.migrate(queue)
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("orders") { try $0.execute(sql: orders) }
    migrator.registerMigration("status") { try $0.execute(sql: status) }
    return migrator
  }

  private static let orders = """
    CREATE TABLE "order" (
      serial INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      placedAt INTEGER NOT NULL,
      document TEXT NOT NULL CHECK (json_valid(document))
    ) STRICT;
    CREATE INDEX orderByTime ON "order" (placedAt, serial);
    CREATE TABLE assignment (
      orderReference TEXT PRIMARY KEY NOT NULL,
      chefID TEXT NOT NULL,
      document TEXT NOT NULL CHECK (json_valid(document))
    ) STRICT, WITHOUT ROWID;
    """

  private static let status = """
    CREATE TABLE statusChange (
      orderReference TEXT NOT NULL,
      sequence INTEGER NOT NULL CHECK (sequence >= 1),
      status TEXT NOT NULL,
      at INTEGER NOT NULL,
      note TEXT,
      PRIMARY KEY (orderReference, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outboxMessage (
      id TEXT PRIMARY KEY NOT NULL,
      destination TEXT NOT NULL,
      orderReference TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      body TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'givenUp')),
      attempts INTEGER NOT NULL DEFAULT 0,
      problem TEXT,
      dueAt INTEGER NOT NULL,
      claimID TEXT,
      claimedUntil INTEGER,
      FOREIGN KEY (orderReference, sequence) REFERENCES statusChange (orderReference, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outboxMessageByState
      ON outboxMessage (destination, state, orderReference, sequence);
    """
}
