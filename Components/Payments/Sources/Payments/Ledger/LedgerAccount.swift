/// An account of the ledger; debits are positive, credits negative.
///
/// Customers pay at once and never owe anything, so they have no account: payments are debited to
/// ``processor``. A cancelled order owes nobody anything: its refund takes back what its capture owed.
/// Other refunds are the app's own cost: the chef keeps what was earned, and a refund's share of the
/// tax is claimed back when tax is declared, outside this ledger.
public enum LedgerAccount: String, Sendable, Hashable, Codable, CaseIterable {
  /// What the processor holds for the app; debited by captures, credited by refunds.
  case processor
  /// What is owed to chefs for meals, without tax; credited.
  case chef
  /// What is owed to chefs as their fees, without tax; credited.
  case fee
  /// What is owed to chefs as tips; credited.
  case tips
  /// What is owed to the tax office; credited.
  case tax
  /// What was given back of orders that were not cancelled; debited.
  case refunds

  public var label: String {
    switch self {
    case .processor: "Processor"
    case .chef: "Chef"
    case .fee: "Chef's fee"
    case .tips: "Tips"
    case .tax: "Tax"
    case .refunds: "Refunds"
    }
  }
}
