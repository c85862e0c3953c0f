public import FlowKit

/// The sandbox processor's own memory: another company's, so it outlives the app being killed.
///
/// Each method is one transaction, durable when it returns, and serialised with all others.
public protocol ProcessorStore: Sendable {
  /// Remembers a charge, unless one with its key is remembered already.
  ///
  /// - Returns: the charge that is remembered under the key.
  func remember(_ charge: ProcessorCharge) async throws -> ProcessorCharge

  /// The charge that was asked for with this key.
  func charge(for key: IdempotencyKey) async throws -> ProcessorCharge?

  /// The charge that the app calls by this reference.
  func charge(reference: String) async throws -> ProcessorCharge?

  /// The charge that took money under this name.
  func charge(_ id: ChargeID) async throws -> ProcessorCharge?

  /// Remembers a refund, unless one with its key is remembered already.
  ///
  /// A refund that is answered with ``RefundAnswer/refunded(at:)`` and would bring the sum of its
  /// charge's refunds above `limit` minor units is remembered with `refusal` as its answer; summed
  /// and written in the one transaction.
  ///
  /// - Returns: the refund that is remembered under the key.
  func remember(
    _ refund: ProcessorRefund,
    limit: Int64,
    refusal: RefundAnswer
  ) async throws -> ProcessorRefund

  /// The refund that was asked for with this key.
  func refund(for key: IdempotencyKey) async throws -> ProcessorRefund?

  /// The refund that the app calls by this reference.
  func refund(reference: String) async throws -> ProcessorRefund?
}

/// What the sandbox processor remembers of a charge it was asked for.
public struct ProcessorCharge: Sendable, Hashable, Codable {
  public let key: IdempotencyKey
  /// What the app calls it; `nil` in the memory of a release before 4.0.0.
  public let reference: String?
  public let amount: Money
  public let card: CardToken
  public let answer: ChargeAnswer

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

  public var capture: Capture? {
    if case .charged(let capture) = answer { capture } else { nil }
  }
}

/// What the sandbox processor remembers of a refund it was asked for.
public struct ProcessorRefund: Sendable, Hashable, Codable {
  public let key: IdempotencyKey
  /// What the app calls it; `nil` in the memory of a release before 4.0.0.
  public let reference: String?
  public let amount: Money
  public let charge: ChargeID
  public let answer: RefundAnswer

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

  public var isRefunded: Bool {
    if case .refunded = answer { true } else { false }
  }

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
