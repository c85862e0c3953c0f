#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import FlowKit

/// One line of the ledger: an amount that moved into an account, or out of it.
public struct LedgerEntry: Sendable, Hashable, Codable {
  /// The transaction that the line belongs to.
  public let transaction: LedgerTransaction.ID
  /// Whose balance changes.
  public let account: LedgerAccount
  /// By how much; a debit is positive, a credit negative.
  public let amount: Money
  /// When the money moved.
  public let at: Date

  /// Makes a line.
  public init(
    transaction: LedgerTransaction.ID,
    account: LedgerAccount,
    amount: Money,
    at: Date
  ) {
    self.transaction = transaction
    self.account = account
    self.amount = amount
    self.at = at
  }
}
