import FlowKit
import GRDB
import Persistence

enum LedgerRecord {
  static func append(_ transaction: LedgerTransaction, to db: Database) throws {
    let last = try Int64.fetchOne(db, sql: "SELECT max(serial) FROM ledgerTransaction") ?? 0
    let serial = last + 1
    for entry in transaction.entries {
      try db.execute(
        sql: """
          INSERT INTO ledgerEntry (ledgerTransaction, account, minorUnits, currency)
          VALUES (?, ?, ?, ?)
          """,
        arguments: [
          serial, entry.account.rawValue, entry.amount.minorUnits, entry.amount.currency.code,
        ]
      )
    }
    // It closes its entries: the file refuses it if they do not sum to zero.
    try db.execute(
      sql: "INSERT INTO ledgerTransaction (serial, id, at) VALUES (?, ?, ?)",
      arguments: [serial, transaction.id.rawValue, try StoredForm.milliseconds(transaction.at)]
    )
  }

  static func entries(in db: Database) throws -> [LedgerEntry] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT ledgerTransaction.id, at, account, minorUnits, currency
        FROM ledgerEntry JOIN ledgerTransaction
          ON ledgerTransaction.serial = ledgerEntry.ledgerTransaction
        ORDER BY ledgerEntry.serial
        """
    )
    .map { row in
      let id: String = try row.stored("id")
      return LedgerEntry(
        transaction: LedgerTransaction.ID(rawValue: id),
        account: try account(row),
        amount: try amount(row),
        at: try StoredForm.date(row.stored("at"), of: "ledger transaction '\(id)'")
      )
    }
  }

  private static func account(_ row: Row) throws -> LedgerAccount {
    let name: String = try row.stored("account")
    // As releases before 4.0.0 called the chef's fee.
    guard let account = name == "delivery" ? .fee : LedgerAccount(rawValue: name) else {
      throw FlowFailure.damaged("the ledger contains the unknown account '\(name)'")
    }
    return account
  }

  private static func amount(_ row: Row) throws -> Money {
    let code: String = try row.stored("currency")
    guard let currency = Currency(code: code) else {
      throw FlowFailure.damaged("the ledger contains the unknown currency '\(code)'")
    }
    return Money(minorUnits: try row.stored("minorUnits"), currency: currency)
  }
}
