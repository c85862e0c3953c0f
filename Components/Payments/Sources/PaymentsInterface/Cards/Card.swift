public import FlowKit

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

/// What a processor calls a card that it knows; worthless elsewhere.
public struct CardToken: RawRepresentable, Sendable, Hashable, Codable {
  /// The processor's own text.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// A card that the person can choose to pay with.
public struct PaymentMethod: Sendable, Hashable, Identifiable {
  /// What scripts and command-line flags call it: lower-case words with hyphens.
  public let id: String
  /// A few words on it, such as what a test card does.
  public let detail: String?
  /// What is kept of the card once it was charged.
  public let card: Card
  /// How the processor knows it.
  public let token: CardToken

  public init(id: String, detail: String? = nil, card: Card, token: CardToken) {
    self.id = id
    self.detail = detail
    self.card = card
    self.token = token
  }
}

extension PaymentMethod: Choosable {
  /// The card with its few words.
  public var choice: Choice { Choice(id: id, label: card.description, detail: detail) }
}
