/// An account of the ledger; debits are positive, credits negative.
///
/// Customers pay at once and never owe anything, so they have no account: payments are debited to
/// ``processor``. Refunds are the app's own cost: chef and courier keep what they earned, and a
/// refund's share of the tax is claimed back when tax is declared, outside this ledger.
public enum LedgerAccount: String, Sendable, Hashable, Codable, CaseIterable {
  /// What the processor holds for the app; debited by captures, credited by refunds.
  case processor
  /// What is owed to chefs for meals, without tax; credited.
  case chef
  /// What is owed for deliveries, without tax; credited.
  case delivery
  /// What is owed to chefs as tips; credited.
  case tips
  /// What is owed to the tax office; credited.
  case tax
  /// What was given back; debited.
  case refunds
}
