public import Persistence

extension PaymentStore {
  /// The tables of the store.
  public static let tables: [Schema.Step] = [.payments, .balancedLedger]
}

extension Schema.Step {
  static let payments = Self(
    shippedAs: "payments",
    of: "Payments",
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

  /// Has the file itself refuse a transaction of the ledger that does not sum to zero.
  ///
  /// Entries come before their transaction, which closes them: it is refused if they do not balance,
  /// and no entry joins it later. Entries without a transaction are refused when all is committed.
  static let balancedLedger = Self(
    shippedAs: "payments-balanced-ledger",
    of: "Payments",
    sql: """
      CREATE TABLE balancedEntry (
        serial INTEGER PRIMARY KEY AUTOINCREMENT,
        ledgerTransaction INTEGER NOT NULL
          REFERENCES ledgerTransaction (serial) DEFERRABLE INITIALLY DEFERRED,
        account TEXT NOT NULL,
        minorUnits INTEGER NOT NULL CHECK (minorUnits <> 0),
        currency TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
        UNIQUE (ledgerTransaction, account, currency)
      ) STRICT;
      INSERT INTO balancedEntry (serial, ledgerTransaction, account, minorUnits, currency)
        SELECT serial, ledgerTransaction, account, minorUnits, currency FROM ledgerEntry;
      DROP TABLE ledgerEntry;
      ALTER TABLE balancedEntry RENAME TO ledgerEntry;
      CREATE TRIGGER ledgerEntryNeverChanges BEFORE UPDATE ON ledgerEntry
        BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
      CREATE TRIGGER ledgerEntryNeverGoes BEFORE DELETE ON ledgerEntry
        BEGIN SELECT raise(ABORT, 'the ledger only grows'); END;
      CREATE TRIGGER ledgerEntryIsNotAddedLater BEFORE INSERT ON ledgerEntry
        WHEN EXISTS (SELECT 1 FROM ledgerTransaction WHERE serial = NEW.ledgerTransaction)
        BEGIN SELECT raise(ABORT, 'the ledger grows by whole transactions'); END;
      CREATE TRIGGER ledgerTransactionBalances AFTER INSERT ON ledgerTransaction
        WHEN (SELECT count(*) FROM ledgerEntry WHERE ledgerTransaction = NEW.serial) < 2
          OR EXISTS (
            SELECT 1 FROM ledgerEntry WHERE ledgerTransaction = NEW.serial
            GROUP BY currency HAVING sum(minorUnits) <> 0
          )
        BEGIN SELECT raise(ABORT, 'a transaction of the ledger sums to zero'); END;
      """
  )
}

extension ProcessorStore {
  /// The tables of the processor, which has a database of its own.
  public static let schema = Schema.own([.processor, .processorReferences])
}

extension Schema.Step {
  fileprivate static let processor = Self(
    shippedAs: "processor",
    of: "Payments",
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

  /// Finds charges and refunds by the app's references.
  fileprivate static let processorReferences = Self(
    "processor-references",
    of: "Payments",
    sql: """
      CREATE INDEX chargeByReference ON charge (json_extract(document, '$.reference'));
      CREATE INDEX refundByAppReference ON refund (json_extract(document, '$.reference'));
      """
  )
}
