public import FlowKit
public import Foundation

/// One attempt to give money back, recorded before the processor is called.
public struct Refund: Sendable, Hashable, Codable, Identifiable {
  public let id: ID
  /// The only key with which the processor is ever asked for this refund.
  public let key: IdempotencyKey
  /// The captured intent whose money goes back.
  public let intent: PaymentIntent.ID
  public let reference: OrderReference
  public let charge: ChargeID
  /// How much; above 0.
  public let amount: Money
  /// Why the money goes back; `nil` for another reason than the named ones.
  public let reason: RefundReason?
  public let createdAt: Date
  /// How it ended; `nil` while it is pending.
  public var outcome: RefundOutcome?

  public typealias ID = Identifier<Refund>
}

/// Why money goes back.
public enum RefundReason: String, Sendable, Hashable, Codable {
  /// The order was cancelled, so that nothing is owed for it.
  case cancelled
}

extension Refund {
  /// Whether it is pending or done, so that its amount cannot be given back again.
  public var isLive: Bool {
    switch outcome {
    case nil, .refunded: true
    case .failed: false
    }
  }
}

/// How an attempt to give money back ended; final.
public enum RefundOutcome: MovementOutcome, Sendable, Hashable, Codable {
  case refunded(at: Date)
  case failed(reason: String)

  /// The outcome's stable name: `refunded` or `failed`.
  public var name: String {
    switch self {
    case .refunded: "refunded"
    case .failed: "failed"
    }
  }
}

/// What was paid and given back, for the person to keep.
public struct Receipt: Sendable, Hashable {
  /// What was captured.
  public let intent: PaymentIntent
  public let capture: Capture
  /// What was given back, and what is on its way back, oldest first.
  public let refunds: [Refund]

  /// Makes the receipt of an intent with those of `refunds` that belong to it; `nil` unless the
  /// intent was captured.
  init?(_ intent: PaymentIntent, refunds: [Refund]) {
    guard let capture = intent.capture else { return nil }
    self.intent = intent
    self.capture = capture
    self.refunds = refunds.filter { $0.intent == intent.id && $0.isLive }
  }

  /// What can still be given back: the capture without all refunds, pending ones included.
  public var refundable: Money {
    // What a damaged store holds may come to more than 64 bits.
    let givenBack = refunds.reduce(Int128(0)) { $0 + Int128($1.amount.minorUnits) }
    return Money(
      minorUnits: Int64(clamping: Int128(capture.amount.minorUnits) - givenBack),
      currency: capture.amount.currency
    )
  }
}

/// The payments and refunds of one reference, read at one moment.
public struct PaymentHistory: Sendable, Hashable {
  /// Every intent, oldest first, unsuccessful ones included.
  public let intents: [PaymentIntent]
  /// Every refund, oldest first, unsuccessful ones included.
  public let refunds: [Refund]

  /// The receipt of what was captured for a purpose, if anything was.
  public func receipt(for purpose: PaymentPurpose) -> Receipt? {
    live(purpose).flatMap { Receipt($0, refunds: refunds) }
  }

  /// The intent of a purpose that is pending or captured; there is at most one.
  public func live(_ purpose: PaymentPurpose) -> PaymentIntent? {
    intents.first { $0.purpose == purpose && $0.isLive }
  }
}
