/// What a recovery found, each as it stands afterwards: pending where the processor has not said.
public struct RecoveryReport: Sendable, Hashable {
  /// The charges that nobody owned, oldest first.
  public internal(set) var intents: [PaymentIntent] = []
  /// The refunds that nobody owned, oldest first.
  public internal(set) var refunds: [Refund] = []
}

extension RecoveryReport {
  /// One line for each of them, for the person.
  public var lines: [String] {
    intents.map { intent in
      let subject =
        "the payment of '\(intent.quote.total)' for order '\(intent.reference.rawValue)'"
      return switch intent.outcome {
      case nil: "\(subject) is still open: the payment processor does not say"
      case .captured: "\(subject) was taken and is recorded now"
      case .declined(let reason): "\(subject) was declined: \(reason)"
      case .failed: "\(subject) was never taken"
      }
    }
      + refunds.map { refund in
        let subject =
          "the refund of '\(refund.amount)' for order '\(refund.reference.rawValue)'"
        return switch refund.outcome {
        case nil: "\(subject) is still open: the payment processor does not say"
        case .refunded: "\(subject) was made and is recorded now"
        case .failed: "\(subject) was never made"
        }
      }
  }
}
