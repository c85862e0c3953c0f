public import FlowKit

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

  /// Makes a method.
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
