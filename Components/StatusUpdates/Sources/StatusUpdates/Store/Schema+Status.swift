import GRDB
public import Persistence

extension Schema.Step {
  /// The timelines of orders, and the messages about them that are to be sent.
  public static let status = Self(
    shippedAs: "status",
    of: "StatusUpdates",
    sql: """
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
  )

  /// Finds cancelled orders.
  public static let cancellations = Self(
    shippedAs: "cancellations",
    of: "StatusUpdates",
    sql: """
      CREATE INDEX statusChangeCancelled ON statusChange (orderReference)
        WHERE status = 'cancelled';
      """
  )

  /// Which kitchen cooks which order, before a kitchen's acceptance was that of a chef.
  public static let acceptances = Self(
    "acceptances",
    of: "StatusUpdates",
    sql: """
      CREATE TABLE acceptance (
        orderReference TEXT PRIMARY KEY NOT NULL,
        kitchen TEXT NOT NULL,
        at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """
  )

  /// Cancellations are told to the storage of others, also those that the file has.
  public static let toldCancellations = Self(
    "told-cancellations",
    of: "StatusUpdates",
    sql: "DROP TABLE acceptance;",
    adopt: { db in
      let cancelled = try String.fetchAll(
        db,
        sql: "SELECT orderReference FROM statusChange WHERE status = 'cancelled'"
      )
      for order in cancelled { try Cancellations.record(order, in: db) }
    }
  )
}

extension StatusStore {
  /// The tables of the store.
  public static let tables: [Schema.Step] = [
    .status, .cancellations, .acceptances, .toldCancellations,
  ]
}
