public import FlowKit

/// A payment processor: another company, reached over a network that loses requests and answers.
///
/// Requirements on conforming types:
/// - A key never expires: the same call with the same key does nothing again and gives the
///   same answer; other parameters with a known key throw ``PaymentGatewayError/keyReused``.
/// - ``PaymentGatewayError/unreachable`` is thrown only where no part of the request was sent.
/// - A lookup returns `nil` only if no request with that key was accepted or is still on its way.
/// - Cancelling the current task does not interrupt a call: what was sent cannot be taken back.
public protocol PaymentGateway: Sendable {
  /// Charges a card.
  ///
  /// - Returns: each answer that arrived, at least one; more than one is the same one repeated.
  /// - Throws: ``PaymentGatewayError``.
  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey
  ) async throws -> [ChargeAnswer]

  /// The result of the charge with this key; `nil` if the processor does not know the key.
  func charge(for key: IdempotencyKey) async throws -> ChargeAnswer?

  /// Gives back a part, or all, of a charge.
  ///
  /// - Returns: each answer that arrived, at least one; more than one is the same one repeated.
  /// - Throws: ``PaymentGatewayError``.
  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey
  ) async throws -> [RefundAnswer]

  /// The result of the refund with this key; `nil` if the processor does not know the key.
  func refund(for key: IdempotencyKey) async throws -> RefundAnswer?
}
