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
  /// The order was cancelled, so that nothing of it is owed to anybody.
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
public enum RefundOutcome: Sendable, Hashable, Codable {
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
