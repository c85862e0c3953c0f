public import FlowKit

/// Transactions in the order of booking; whatever is in it balances.
public struct Ledger: Sendable, Hashable {
  /// Every line, in the order of booking.
  public private(set) var entries: [LedgerEntry] = []
  private var transactions: Set<LedgerTransaction.ID> = []
  private var sums: [LedgerPosition: Int64] = [:]

  /// Makes an empty ledger.
  public init() {}

  /// Audits entries that a store kept, in the order of booking.
  ///
  /// - Throws: ``LedgerError`` for the first transaction that is none, or is there twice.
  public init(_ entries: [LedgerEntry]) throws(LedgerError) {
    var rest = entries[...]
    while let first = rest.first {
      let own = rest.prefix { $0.transaction == first.transaction }
      try append(LedgerTransaction(Array(own)))
      rest = rest.dropFirst(own.count)
    }
  }

  /// Books a transaction, or leaves the ledger as it was.
  ///
  /// - Throws: ``LedgerError`` when it is booked already or a balance would not fit into 64 bits.
  public mutating func append(_ transaction: LedgerTransaction) throws(LedgerError) {
    guard !transactions.contains(transaction.id) else {
      throw LedgerError(.repeated, "'\(transaction.id.rawValue)' is booked already")
    }
    var changed = sums
    for entry in transaction.entries {
      let position = LedgerPosition(of: entry)
      let (sum, overflow) = changed[position, default: 0]
        .addingReportingOverflow(entry.amount.minorUnits)
      guard !overflow else {
        throw LedgerError(
          .overflow,
          "'\(transaction.id.rawValue)' brings '\(entry.account.rawValue)' "
            + "above what this app can count"
        )
      }
      changed[position] = sum
    }
    sums = changed
    transactions.insert(transaction.id)
    entries += transaction.entries
  }
}

extension Ledger {
  /// What an account's entries in a currency come to; debits positive.
  public func balance(of account: LedgerAccount, in currency: Currency) -> Money {
    Money(minorUnits: sums[LedgerPosition(account, currency), default: 0], currency: currency)
  }

  /// Every account's balances, in the order of ``LedgerAccount/allCases``, then of the currencies'
  /// codes; accounts without entries are left out.
  public var balances: [LedgerBalance] {
    LedgerAccount.allCases.flatMap { account in
      sums.filter { $0.key.account == account }
        .sorted { $0.key.currency.code < $1.key.currency.code }
        .map { position, sum in
          LedgerBalance(
            account: account,
            amount: Money(minorUnits: sum, currency: position.currency)
          )
        }
    }
  }
}
