import FlowKit
import GRDB

/// The tables, one migration a step; a step that has shipped is never changed.
///
/// A component's value is kept whole as the JSON that the component itself makes of it, beside the
/// columns that the app looks for or that a rule is about, so that a later version of a component
/// keeps what it adds. Times are milliseconds since 1970, money is minor units with its currency.
package struct Schema: Sendable {
  private let steps: [(name: String, sql: String)]

  /// The tables of the app's own data.
  package static let app = Schema(steps: [
    ("orders", orders), ("status", status), ("payments", payments), ("links", links),
    ("cancellations", cancellations),
  ])

  /// The tables of the sandbox processor, which has a file of its own.
  package static let processor = Schema(steps: [("processor", processorTables)])

  /// Applies the steps that the file lacks.
  ///
  /// - Throws: a `FlowFailure` with code `storageNewer` for a file that has steps unknown here.
  func bringUpToDate(_ queue: DatabaseQueue) throws {
    var migrator = DatabaseMigrator()
    for step in steps {
      migrator.registerMigration(step.name) { db in try db.execute(sql: step.sql) }
    }
    let (isNewer, isCurrent) = try queue.read { [migrator] db in
      (try migrator.hasBeenSuperseded(db), try migrator.hasCompletedMigrations(db))
    }
    guard !isNewer else {
      throw FlowFailure(
        .storageNewer,
        "the database '\(queue.path)' was written by a newer version of this app",
        help: "update the app, or start a new database with '--database FILE'"
      )
    }
    guard !isCurrent else { return }
    try migrator.migrate(queue)
  }
}

extension Schema {
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
      serial INTEGER PRIMARY KEY,
      orderReference TEXT NOT NULL,
      sequence INTEGER NOT NULL CHECK (sequence >= 1),
      status TEXT NOT NULL,
      at INTEGER NOT NULL,
      note TEXT,
      UNIQUE (orderReference, sequence)
    ) STRICT;
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

  private static let payments = """
    CREATE TABLE paymentIntent (
      serial INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      key TEXT NOT NULL UNIQUE,
      reference TEXT NOT NULL,
      purpose TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'captured', 'declined', 'failed')),
      session INTEGER,
      document TEXT NOT NULL CHECK (json_valid(document))
    ) STRICT;
    CREATE INDEX paymentIntentByReference ON paymentIntent (reference, serial);
    CREATE INDEX paymentIntentPending ON paymentIntent (serial) WHERE state = 'pending';
    CREATE UNIQUE INDEX paymentIntentLive ON paymentIntent (reference, purpose)
      WHERE state IN ('pending', 'captured');
    CREATE TABLE refund (
      serial INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      key TEXT NOT NULL UNIQUE,
      intent TEXT NOT NULL REFERENCES paymentIntent (id),
      reference TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('pending', 'refunded', 'failed')),
      session INTEGER,
      document TEXT NOT NULL CHECK (json_valid(document))
    ) STRICT;
    CREATE INDEX refundByReference ON refund (reference, serial);
    CREATE INDEX refundByIntent ON refund (intent, serial);
    CREATE INDEX refundPending ON refund (serial) WHERE state = 'pending';
    CREATE TABLE ledgerTransaction (
      serial INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE ledgerEntry (
      serial INTEGER PRIMARY KEY AUTOINCREMENT,
      ledgerTransaction INTEGER NOT NULL REFERENCES ledgerTransaction (serial),
      account TEXT NOT NULL,
      minorUnits INTEGER NOT NULL CHECK (minorUnits <> 0),
      currency TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
      UNIQUE (ledgerTransaction, account, currency)
    ) STRICT;
    CREATE TRIGGER ledgerTransactionNeverChanges BEFORE UPDATE ON ledgerTransaction
      BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
    CREATE TRIGGER ledgerTransactionNeverGoes BEFORE DELETE ON ledgerTransaction
      BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
    CREATE TRIGGER ledgerEntryNeverChanges BEFORE UPDATE ON ledgerEntry
      BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
    CREATE TRIGGER ledgerEntryNeverGoes BEFORE DELETE ON ledgerEntry
      BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
    """

  private static let links = """
    CREATE TABLE openedLink (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      url TEXT NOT NULL
    ) STRICT;
    """

  private static let cancellations = """
    CREATE INDEX statusChangeCancelled ON statusChange (orderReference)
      WHERE status = 'cancelled';
    """

  private static let processorTables = """
    CREATE TABLE charge (
      key TEXT PRIMARY KEY NOT NULL,
      id TEXT UNIQUE,
      document TEXT NOT NULL CHECK (json_valid(document))
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE refund (
      key TEXT PRIMARY KEY NOT NULL,
      charge TEXT NOT NULL,
      refunded INTEGER NOT NULL,
      document TEXT NOT NULL CHECK (json_valid(document))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX refundByCharge ON refund (charge);
    """
}
