/// What a payment store refuses, whatever it is made of; a store's own faults are its own errors.
public enum PaymentStoreError: Error, Sendable, Hashable {
  /// No intent has this identifier.
  case unknownIntent(PaymentIntent.ID)
  /// No refund has this identifier.
  case unknownRefund(Refund.ID)
  /// Its identifier or key is in use already.
  case duplicate(String)
  /// The intent ended otherwise before.
  case intentDecided(PaymentIntent.ID, PaymentOutcome)
  /// The refund ended otherwise before.
  case refundDecided(Refund.ID, RefundOutcome)
}

extension PaymentStoreError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .unknownIntent(let id): "there is no payment '\(id.rawValue)'"
    case .unknownRefund(let id): "there is no refund '\(id.rawValue)'"
    case .duplicate(let name): "'\(name)' is in use already"
    case .intentDecided(let id, let outcome):
      "the payment '\(id.rawValue)' ended as \(outcome.name) before"
    case .refundDecided(let id, let outcome):
      "the refund '\(id.rawValue)' ended as \(outcome.name) before"
    }
  }
}
