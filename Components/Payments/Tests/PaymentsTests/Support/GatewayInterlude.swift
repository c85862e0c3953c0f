import FlowKit
@testable import Payments
import PaymentsInterface

/// Does something between a charge and its answer.
struct GatewayInterlude: PaymentGateway {
  let base: any PaymentGateway
  let interlude: @Sendable () async -> Void

  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey
  ) async throws -> [ChargeAnswer] {
    let answers = try await base.charge(amount, to: card, key: key)
    await interlude()
    try Task.checkCancellation()
    return answers
  }

  func charge(for key: IdempotencyKey) async throws -> ChargeAnswer? {
    try await base.charge(for: key)
  }

  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey
  ) async throws -> [RefundAnswer] {
    try await base.refund(amount, of: charge, key: key)
  }

  func refund(for key: IdempotencyKey) async throws -> RefundAnswer? {
    try await base.refund(for: key)
  }
}
