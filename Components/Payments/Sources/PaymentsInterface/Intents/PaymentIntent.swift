#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import FlowKit

/// One attempt to charge one card, recorded before the processor is called.
public struct PaymentIntent: Sendable, Hashable, Codable, Identifiable {
  /// Its identifier in the app.
  public let id: ID
  /// The only key with which the processor is ever asked for this charge.
  public let key: IdempotencyKey
  /// What is paid.
  public let reference: OrderReference
  /// What for.
  public let purpose: PaymentPurpose
  /// Who gets a tip, for its receipt; `nil` for a meal.
  public let payee: String?
  /// How much, line by line.
  public let quote: Quote
  /// What is kept of the card.
  public let card: Card
  /// When it was recorded.
  public let createdAt: Date
  /// How it ended; `nil` while it is pending.
  public var outcome: PaymentOutcome?

  /// Names an intent.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The identifier's text.
    public let rawValue: String

    /// Makes an identifier from its text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// Makes an intent, pending unless an outcome is given.
  public init(
    id: ID,
    key: IdempotencyKey,
    reference: OrderReference,
    purpose: PaymentPurpose,
    payee: String? = nil,
    quote: Quote,
    card: Card,
    createdAt: Date,
    outcome: PaymentOutcome? = nil
  ) {
    self.id = id
    self.key = key
    self.reference = reference
    self.purpose = purpose
    self.payee = payee
    self.quote = quote
    self.card = card
    self.createdAt = createdAt
    self.outcome = outcome
  }
}

extension PaymentIntent {
  /// The money that was taken, if it was.
  public var capture: Capture? {
    if case .captured(let capture) = outcome { capture } else { nil }
  }

  /// Whether it is pending or captured, so that no other may be created for its reference and purpose.
  public var isLive: Bool {
    switch outcome {
    case nil, .captured: true
    case .declined, .failed: false
    }
  }
}
