import FlowKit
import Synchronization

@testable import Payments

/// Plays one answer after another, whatever is asked, and keeps what was asked.
final class ScriptedGateway: PaymentGateway {
  enum Call: Hashable {
    case charge(IdempotencyKey)
    case searchCharge(String)
    case refund(IdempotencyKey)
    case searchRefund(String)
  }

  struct ScriptEnded: Error {}

  private struct State {
    var charges: [Result<ChargeAnswer, PaymentGatewayError>]
    var found: [Result<ChargeAnswer?, PaymentGatewayError>]
    var calls: [Call] = []
  }

  let searchDelay: Duration
  private let state: Mutex<State>

  init(
    charges: [Result<ChargeAnswer, PaymentGatewayError>],
    found: [Result<ChargeAnswer?, PaymentGatewayError>] = [],
    searchDelay: Duration = .zero
  ) {
    state = Mutex(State(charges: charges, found: found))
    self.searchDelay = searchDelay
  }

  var calls: [Call] {
    state.withLock(\.calls)
  }

  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey,
    reference: String
  ) async throws -> ChargeAnswer {
    try state.withLock { state in
      state.calls.append(.charge(key))
      guard !state.charges.isEmpty else { throw ScriptEnded() }
      return try state.charges.removeFirst().get()
    }
  }

  func charge(reference: String) async throws -> ChargeAnswer? {
    try state.withLock { state in
      state.calls.append(.searchCharge(reference))
      guard !state.found.isEmpty else { throw ScriptEnded() }
      return try state.found.removeFirst().get()
    }
  }

  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey,
    reference: String
  ) async throws -> RefundAnswer {
    state.withLock { $0.calls.append(.refund(key)) }
    throw ScriptEnded()
  }

  func refund(reference: String) async throws -> RefundAnswer? {
    state.withLock { $0.calls.append(.searchRefund(reference)) }
    throw ScriptEnded()
  }
}
