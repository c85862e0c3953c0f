public import FlowKit

/// What the sandbox processor remembers of a refund it was asked for.
public struct ProcessorRefund: Sendable, Hashable, Codable {
  /// The key it was asked with.
  public let key: IdempotencyKey
  /// What the app calls it; `nil` in the memory of a release before 4.0.0.
  public let reference: String?
  /// What it was to give back.
  public let amount: Money
  /// Of which charge.
  public let charge: ChargeID
  /// What it answered.
  public let answer: RefundAnswer

  /// Makes a memory.
  public init(
    key: IdempotencyKey,
    reference: String?,
    amount: Money,
    charge: ChargeID,
    answer: RefundAnswer
  ) {
    self.key = key
    self.reference = reference
    self.amount = amount
    self.charge = charge
    self.answer = answer
  }
}

extension ProcessorRefund {
  /// Whether the money went back.
  public var isRefunded: Bool {
    if case .refunded = answer { true } else { false }
  }

  /// The same request with another answer.
  public func answered(_ answer: RefundAnswer) -> ProcessorRefund {
    ProcessorRefund(
      key: key,
      reference: reference,
      amount: amount,
      charge: charge,
      answer: answer
    )
  }
}
