/// What a recovery found, each as it stands afterwards: pending where the processor has not said.
public struct RecoveryReport: Sendable, Hashable {
  /// The charges that nobody owned, oldest first.
  public let intents: [PaymentIntent]
  /// The refunds that nobody owned, oldest first.
  public let refunds: [Refund]

  /// Makes a report.
  public init(intents: [PaymentIntent] = [], refunds: [Refund] = []) {
    self.intents = intents
    self.refunds = refunds
  }
}

extension RecoveryReport {
  /// One line for each of them, for the person.
  public var lines: [String] {
    intents.map(Self.line) + refunds.map(Self.line)
  }

  private static func line(_ intent: PaymentIntent) -> String {
    switch intent.outcome {
    case nil: "\(intent.subject) is still open: the payment processor does not say"
    case .captured: "\(intent.subject) was made, '\(intent.quote.total)', and is recorded now"
    case .declined(let reason): "\(intent.subject) was declined: \(reason)"
    case .failed: "\(intent.subject) was never made"
    }
  }

  private static func line(_ refund: Refund) -> String {
    switch refund.outcome {
    case nil: "\(refund.subject) is still open: the payment processor does not say"
    case .refunded: "\(refund.subject) was made and is recorded now"
    case .failed: "\(refund.subject) was never made"
    }
  }
}
