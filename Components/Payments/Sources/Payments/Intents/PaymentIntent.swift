public import FlowKit
public import Foundation

/// One attempt to charge one card, recorded before the processor is called.
public struct PaymentIntent: Sendable, Hashable, Codable, Identifiable {
  public let id: ID
  /// The only key with which the processor is ever asked for this charge.
  public let key: IdempotencyKey
  public let reference: OrderReference
  public let purpose: PaymentPurpose
  /// Who gets a tip, for its receipt; `nil` for a meal.
  public let payee: String?
  public let quote: Quote
  public let card: Card
  public let createdAt: Date
  /// How it ended; `nil` while it is pending.
  public var outcome: PaymentOutcome?

  public typealias ID = Identifier<PaymentIntent>

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

/// How an attempt to charge a card ended; final.
public enum PaymentOutcome: MovementOutcome, Sendable, Hashable, Codable {
  case captured(Capture)
  case declined(DeclineReason)
  /// Nothing was taken, for another reason, in words for the person.
  case failed(reason: String)

  /// The outcome's stable name: `captured`, `declined` or `failed`.
  public var name: String {
    switch self {
    case .captured: "captured"
    case .declined: "declined"
    case .failed: "failed"
    }
  }
}

/// What money is paid for.
public enum PaymentPurpose: String, Sendable, Hashable, Codable, CaseIterable {
  /// The order: the meal and the chef's fee.
  case meal
  /// A tip that was given after delivery.
  case tip
}

/// Money that the processor took for an intent.
public struct Capture: Sendable, Hashable, Codable {
  public let charge: ChargeID
  /// What was taken; always the total of the intent's quote.
  public let amount: Money
  public let at: Date

  public init(charge: ChargeID, amount: Money, at: Date) {
    self.charge = charge
    self.amount = amount
    self.at = at
  }
}

/// Names one attempt to move money, so that asking twice moves it once.
public struct IdempotencyKey: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
