public import FlowKit

/// What all entries of one account in one currency come to.
public struct LedgerBalance: Sendable, Hashable, Codable {
  /// Whose balance it is.
  public let account: LedgerAccount
  /// The sum; debits positive.
  public let amount: Money

  /// Makes a balance.
  public init(account: LedgerAccount, amount: Money) {
    self.account = account
    self.amount = amount
  }
}
