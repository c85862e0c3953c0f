import FlowKit
import Synchronization

@testable import Payments

/// A gateway behind a fuse, whose searches can be cut off, and which notices a key that is used again
/// after a search.
final class FusedGateway: PaymentGateway {
  private let base: any PaymentGateway
  private let fuse: Fuse
  private let searched = Mutex<Set<String>>([])
  private let lateRepeats = Mutex<[String]>([])
  private let isDeaf = Mutex(false)

  init(_ base: any PaymentGateway, fuse: Fuse) {
    self.base = base
    self.fuse = fuse
  }

  var searchDelay: Duration { base.searchDelay }

  /// What was sent although a search had been made for it.
  var repeatedLate: [String] {
    lateRepeats.withLock(\.self)
  }

  /// Whether searches fail, as when the line breaks down right after a request.
  func setDeaf(_ value: Bool) {
    isDeaf.withLock { $0 = value }
  }

  func charge(
    _ amount: Money,
    to card: CardToken,
    key: IdempotencyKey,
    reference: String
  ) async throws -> ChargeAnswer {
    try await sending(reference) {
      try await base.charge(amount, to: card, key: key, reference: reference)
    }
  }

  func charge(reference: String) async throws -> ChargeAnswer? {
    try await searching(reference) { try await base.charge(reference: reference) }
  }

  func refund(
    _ amount: Money,
    of charge: ChargeID,
    key: IdempotencyKey,
    reference: String
  ) async throws -> RefundAnswer {
    try await sending(reference) {
      try await base.refund(amount, of: charge, key: key, reference: reference)
    }
  }

  func refund(reference: String) async throws -> RefundAnswer? {
    try await searching(reference) { try await base.refund(reference: reference) }
  }

  private func sending<Answer>(
    _ reference: String,
    _ call: () async throws -> Answer
  ) async throws -> Answer {
    try await fuse.guarding {
      if searched.withLock({ $0.contains(reference) }) {
        lateRepeats.withLock { $0.append(reference) }
      }
      return try await call()
    }
  }

  private func searching<Answer>(
    _ reference: String,
    _ call: () async throws -> Answer?
  ) async throws -> Answer? {
    try await fuse.guarding {
      searched.withLock { _ = $0.insert(reference) }
      if isDeaf.withLock(\.self) { throw PaymentGatewayError.unreachable }
      return try await call()
    }
  }
}

/// A process that dies at a chosen moment: before or after any call to one of its ports.
final class Fuse: Sendable {
  struct Killed: Error {}

  private let remaining: Mutex<Int?>

  /// Makes a fuse that blows at the moment after the first `moments`; nil for never.
  init(after moments: Int? = nil) {
    remaining = Mutex(moments)
  }

  func light(after moments: Int?) {
    remaining.withLock { $0 = moments }
  }

  /// Whether the process is dead: it never does anything again.
  var isBlown: Bool {
    remaining.withLock { $0.map { $0 < 0 } ?? false }
  }

  /// Runs a call to a port between two moments at which the process may die.
  func guarding<Value>(_ call: () async throws -> Value) async throws -> Value {
    try pass()
    let value = try await call()
    try pass()
    return value
  }

  func pass() throws {
    let isBlown = remaining.withLock { remaining in
      guard let left = remaining else { return false }
      remaining = max(-1, left - 1)
      return left <= 0
    }
    if isBlown { throw Killed() }
  }
}

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
