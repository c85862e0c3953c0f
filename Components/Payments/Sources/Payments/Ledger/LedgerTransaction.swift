public import FlowKit
public import Foundation

/// Entries that belong together and sum to zero in each currency.
public struct LedgerTransaction: Sendable, Hashable, Identifiable {
  /// Names it; the same fact always gives the same name, so that it is booked once.
  public let id: ID
  public let at: Date
  public let entries: [LedgerEntry]

  public typealias ID = Identifier<LedgerTransaction>

  /// Makes a transaction of its entries.
  ///
  /// - Throws: ``LedgerError`` for entries that do not belong together or do not sum to zero.
  public init(_ entries: [LedgerEntry]) throws(LedgerError) {
    guard let first = entries.first, entries.count > 1 else {
      throw LedgerError(.malformed, "a transaction of \(entries.count) entries, expected 2 or more")
    }
    id = first.transaction
    at = first.at
    self.entries = entries
    var sums: [Currency: Int64] = [:]
    var places: Set<LedgerPosition> = []
    for entry in entries {
      guard entry.transaction == id, entry.at == at else {
        throw LedgerError(
          .malformed,
          "'\(id.rawValue)' has entries of another transaction or moment"
        )
      }
      guard entry.amount.minorUnits != 0 else {
        throw LedgerError(.malformed, "'\(id.rawValue)' has an entry of nothing")
      }
      let currency = entry.amount.currency
      guard places.insert(entry.position).inserted else {
        throw LedgerError(
          .malformed,
          "'\(id.rawValue)' has two entries of '\(entry.account.rawValue)' in \(currency.code)"
        )
      }
      let (sum, overflow) = sums[currency, default: 0]
        .addingReportingOverflow(entry.amount.minorUnits)
      guard !overflow else {
        throw LedgerError(.overflow, "'\(id.rawValue)' is larger than this app can count")
      }
      sums[currency] = sum
    }
    if let (currency, sum) = sums.first(where: { $0.value != 0 }) {
      let amount = Money(minorUnits: sum, currency: currency)
      throw LedgerError(.unbalanced, "'\(id.rawValue)' sums to '\(amount)', expected zero")
    }
  }
}

/// One line of the ledger: an amount that moved into an account, or out of it.
public struct LedgerEntry: Sendable, Hashable, Codable {
  public let transaction: LedgerTransaction.ID
  public let account: LedgerAccount
  /// By how much; a debit is positive, a credit negative.
  public let amount: Money
  public let at: Date
}
