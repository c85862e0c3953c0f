package import Persistence

extension Schema.Step {
  /// Payments, refunds and the ledger.
  package static let payments = Self(
    "payments",
    sql: """
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
  )
}

extension Schema {
  /// The tables of the sandbox processor, which has a file of its own.
  package static let processor = Schema([.processor])
}

extension Schema.Step {
  /// What the sandbox processor took and gave back.
  fileprivate static let processor = Self(
    "processor",
    sql: """
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
  )
}
