import FlowKit
@testable import Payments
import PaymentsInterface
import Synchronization

/// Plays one answer after another, whatever is asked, and keeps what was asked.
final class ScriptedGateway: PaymentGateway {
  enum Call: Hashable {
    case charge(IdempotencyKey)
    case askCharge(IdempotencyKey)
    case refund(IdempotencyKey)
    case askRefund(IdempotencyKey)
  }

  struct ScriptEnded: Error {}

  private struct State {
    var charges: [Result<[ChargeAnswer], PaymentGatewayError>]
    var knowledge: [Result<ChargeAnswer?, PaymentGatewayError>]
    var calls: [Call] = []
  }

  private let state: Mutex<State>

  init(
    charges: [Result<[ChargeAnswer], PaymentGatewayError>],
    knowledge: [Result<ChargeAnswer?, PaymentGatewayError>] = []
  ) {
    state = Mutex(State(charges: charges, knowledge: knowledge))
  }

  var calls: [Call] {
    state.withLock(\.calls)
  }

  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey
  ) async throws -> [ChargeAnswer] {
    try state.withLock { state in
      state.calls.append(.charge(key))
      guard !state.charges.isEmpty else { throw ScriptEnded() }
      return try state.charges.removeFirst().get()
    }
  }

  func charge(for key: IdempotencyKey) async throws -> ChargeAnswer? {
    try state.withLock { state in
      state.calls.append(.askCharge(key))
      guard !state.knowledge.isEmpty else { throw ScriptEnded() }
      return try state.knowledge.removeFirst().get()
    }
  }

  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey
  ) async throws -> [RefundAnswer] {
    state.withLock { $0.calls.append(.refund(key)) }
    throw ScriptEnded()
  }

  func refund(for key: IdempotencyKey) async throws -> RefundAnswer? {
    state.withLock { $0.calls.append(.askRefund(key)) }
    throw ScriptEnded()
  }
}
