public import FlowKit

/// What the sandbox processor remembers of a charge it was asked for.
public struct ProcessorCharge: Sendable, Hashable, Codable {
  /// The key it was asked with.
  public let key: IdempotencyKey
  /// What the app calls it; `nil` in the memory of a release before 4.0.0.
  public let reference: String?
  /// What it was to take.
  public let amount: Money
  /// From which card.
  public let card: CardToken
  /// What it answered.
  public let answer: ChargeAnswer

  /// Makes a memory.
  public init(
    key: IdempotencyKey,
    reference: String?,
    amount: Money,
    card: CardToken,
    answer: ChargeAnswer
  ) {
    self.key = key
    self.reference = reference
    self.amount = amount
    self.card = card
    self.answer = answer
  }
}

extension ProcessorCharge {
  /// The money that was taken; nil after a decline.
  public var capture: Capture? {
    if case .charged(let capture) = answer { capture } else { nil }
  }
}
