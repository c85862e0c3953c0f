/// Why entries are no part of a double-entry ledger.
public struct LedgerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of fault it is.
  public let code: Code
  /// A lower-case fragment that names the transaction.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// An open set of kinds.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The kind's stable name.
    public let rawValue: String

    /// Makes a kind from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Fewer than two entries, one of nothing, two of one account, or entries of different moments
    /// or transactions.
    public static let malformed = Code(rawValue: "malformed")
    /// The entries of a currency do not sum to zero.
    public static let unbalanced = Code(rawValue: "unbalanced")
    /// A sum does not fit into 64 bits.
    public static let overflow = Code(rawValue: "overflow")
    /// A transaction of this name is in the ledger already.
    public static let repeated = Code(rawValue: "repeated")
  }
}
