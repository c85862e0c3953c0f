import FlowKit

@testable import Payments

/// Does something between a charge and its answer.
struct GatewayInterlude: PaymentGateway {
  let base: any PaymentGateway
  let interlude: @Sendable () async -> Void

  var searchDelay: Duration { base.searchDelay }

  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey,
    reference: String
  ) async throws -> ChargeAnswer {
    let answer = try await base.charge(amount, to: card, key: key, reference: reference)
    await interlude()
    try Task.checkCancellation()
    return answer
  }

  func charge(reference: String) async throws -> ChargeAnswer? {
    try await base.charge(reference: reference)
  }

  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey,
    reference: String
  ) async throws -> RefundAnswer {
    try await base.refund(amount, of: charge, key: key, reference: reference)
  }

  func refund(reference: String) async throws -> RefundAnswer? {
    try await base.refund(reference: reference)
  }
}
