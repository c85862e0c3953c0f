public import FlowKit

/// A payment processor: another company, reached over a network that loses requests and answers.
///
/// It offers what real processors do. Requirements on conforming types:
/// - **An idempotency key with a life.** For at least a day, the same call with the same key does
///   nothing again and gives the same answer; other parameters with a known key throw
///   ``PaymentGatewayError/keyReused``. The cashier uses a key within one run only.
/// - **A search by reference.** Each call carries the app's own reference, which the processor keeps
///   beside the charge. A search finds what was accepted, but may miss what was accepted less than
///   ``searchDelay`` ago.
/// - ``PaymentGatewayError/unreachable`` is thrown only where no part of the request was sent.
/// - Cancelling the current task does not interrupt a call: what was sent cannot be taken back.
public protocol PaymentGateway: Sendable {
  /// How long after a request a search may still miss it, the request's own time limit included.
  var searchDelay: Duration { get }

  /// Charges a card.
  ///
  /// - Throws: ``PaymentGatewayError``.
  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey,
    reference: String
  ) async throws -> ChargeAnswer

  /// The result of the charge with this reference; `nil` if the search finds none.
  func charge(reference: String) async throws -> ChargeAnswer?

  /// Gives back a part, or all, of a charge.
  ///
  /// - Throws: ``PaymentGatewayError``.
  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey,
    reference: String
  ) async throws -> RefundAnswer

  /// The result of the refund with this reference; `nil` if the search finds none.
  func refund(reference: String) async throws -> RefundAnswer?
}
