/// Why a card's bank refused, by the processor's own code; the set is open.
public struct DeclineReason: RawRepresentable, Sendable, Hashable, Codable {
  /// The processor's code, such as `insufficient_funds`.
  public let rawValue: String

  /// Makes a reason from the processor's code.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The account does not hold the amount.
  public static let insufficientFunds = DeclineReason(rawValue: "insufficient_funds")
}

extension DeclineReason: CustomStringConvertible {
  /// The code in words.
  public var description: String {
    String(rawValue.map { $0 == "_" ? " " : $0 })
  }
}
