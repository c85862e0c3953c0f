/// What the app keeps of a card: enough for its owner to recognise it, too little to charge it.
public struct Card: Sendable, Hashable, Codable {
  /// Whose card it is.
  public let brand: CardBrand
  /// The last four digits.
  public let lastFour: String

  /// Reads back what a store kept; no more than four digits are taken.
  public init(brand: CardBrand, lastFour: String) {
    self.brand = brand
    self.lastFour = String(lastFour.suffix(4))
  }
}

extension Card: CustomStringConvertible {
  /// Such as `Visa •••• 4242`.
  public var description: String {
    "\(brand.label) •••• \(lastFour)"
  }
}
