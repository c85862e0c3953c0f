public import FlowKit

/// Transactions in the order of booking; whatever is in it balances.
public struct Ledger: Sendable, Hashable {
  public private(set) var entries: [LedgerEntry] = []
  private var transactions: Set<LedgerTransaction.ID> = []
  private var sums: [LedgerPosition: Int64] = [:]

  init() {}

  /// Audits entries that a store kept, in the order of booking.
  public init(_ entries: [LedgerEntry]) throws(LedgerError) {
    var rest = entries[...]
    while let first = rest.first {
      let own = rest.prefix { $0.transaction == first.transaction }
      try append(LedgerTransaction(Array(own)))
      rest = rest.dropFirst(own.count)
    }
  }

  /// Books a transaction, or leaves the ledger as it was.
  mutating func append(_ transaction: LedgerTransaction) throws(LedgerError) {
    guard !transactions.contains(transaction.id) else {
      throw LedgerError("'\(transaction.id.rawValue)' is already booked")
    }
    var changed = sums
    for entry in transaction.entries {
      let position = entry.position
      let (sum, overflow) = changed[position, default: 0]
        .addingReportingOverflow(entry.amount.minorUnits)
      guard !overflow else {
        throw LedgerError(
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

/// What all entries of one account in one currency come to.
public struct LedgerBalance: Sendable, Hashable, Codable {
  public let account: LedgerAccount
  public let amount: Money
}

struct LedgerPosition: Hashable {
  let account: LedgerAccount
  let currency: Currency
}

extension LedgerEntry {
  var position: LedgerPosition {
    LedgerPosition(account: account, currency: amount.currency)
  }
}

/// Why entries are not part of a double-entry ledger.
public struct LedgerError: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
