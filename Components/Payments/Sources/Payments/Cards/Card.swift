public import FlowKit

/// What the app keeps of a card: enough for its owner to recognise it, too little to charge it.
public struct Card: Sendable, Hashable, Codable {
  public let brand: CardBrand
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

public enum CardBrand: String, Sendable, Hashable, Codable, CaseIterable {
  case visa
  case mastercard
  case amex

  public var label: String {
    switch self {
    case .visa: "Visa"
    case .mastercard: "Mastercard"
    case .amex: "American Express"
    }
  }
}

/// A processor's token for a card, of no use elsewhere.
public typealias CardToken = Identifier<PaymentMethod>

/// A card that the person can choose to pay with.
public struct PaymentMethod: Sendable, Hashable, Identifiable {
  /// What scripts and command-line flags call it: lower-case words with hyphens.
  public let id: String
  public let detail: String?
  public let card: Card
  public let token: CardToken

  public init(id: String, detail: String? = nil, card: Card, token: CardToken) {
    self.id = id
    self.detail = detail
    self.card = card
    self.token = token
  }
}

extension PaymentMethod: Choosable {
  public var choice: Choice { Choice(id: id, label: card.description, detail: detail) }
}
