/// Whose name is on a card.
public enum CardBrand: String, Sendable, Hashable, Codable, CaseIterable {
  /// Visa.
  case visa
  /// Mastercard.
  case mastercard
  /// American Express.
  case amex

  /// The name as people write it.
  public var label: String {
    switch self {
    case .visa: "Visa"
    case .mastercard: "Mastercard"
    case .amex: "American Express"
    }
  }
}
