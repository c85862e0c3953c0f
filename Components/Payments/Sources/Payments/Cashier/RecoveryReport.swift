public import PaymentsInterface

/// The charges and refunds that a recovery found, in their state after it: still pending if the
/// processor gave no result, or one that could not be recorded.
public struct RecoveryReport: Sendable, Hashable {
  /// The charges without an owner, oldest first.
  public let intents: [PaymentIntent]
  /// The refunds without an owner, oldest first.
  public let refunds: [Refund]
  /// Why results could not be recorded, by the keys of their charges and refunds.
  public let faults: [IdempotencyKey: String]

  /// Makes a report.
  init(
    intents: [PaymentIntent] = [],
    refunds: [Refund] = [],
    faults: [IdempotencyKey: String] = [:]
  ) {
    self.intents = intents
    self.refunds = refunds
    self.faults = faults
  }
}

extension RecoveryReport {
  /// One line for each of them, for the person.
  public var lines: [String] {
    intents.map(line) + refunds.map(line)
  }

  private func line(_ intent: PaymentIntent) -> String {
    if let fault = faults[intent.key] { return refused(intent.subject, fault) }
    return switch intent.outcome {
    case nil: "\(intent.subject) is still open: the payment processor does not say"
    case .captured: "\(intent.subject) was made, '\(intent.quote.total)', and is recorded now"
    case .declined(let reason): "\(intent.subject) was declined: \(reason)"
    case .failed: "\(intent.subject) was never made"
    }
  }

  private func line(_ refund: Refund) -> String {
    if let fault = faults[refund.key] { return refused(refund.subject, fault) }
    return switch refund.outcome {
    case nil: "\(refund.subject) is still open: the payment processor does not say"
    case .refunded: "\(refund.subject) was made and is recorded now"
    case .failed: "\(refund.subject) was never made"
    }
  }

  private func refused(_ subject: String, _ fault: String) -> String {
    "\(subject) is unclear: what the payment processor says cannot be recorded: \(fault)"
  }
}
