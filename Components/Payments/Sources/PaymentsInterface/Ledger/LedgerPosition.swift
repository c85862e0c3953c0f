import FlowKit

/// Where a balance is kept: one account in one currency.
struct LedgerPosition: Hashable {
  let account: LedgerAccount
  let currency: Currency

  init(of entry: LedgerEntry) {
    account = entry.account
    currency = entry.amount.currency
  }

  init(_ account: LedgerAccount, _ currency: Currency) {
    self.account = account
    self.currency = currency
  }
}
