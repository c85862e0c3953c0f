import FlowKit
import PaymentsInterface
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

/// A store behind a fuse, which audits the whole ledger after each commit that may change it.
struct FusedPaymentStore: PaymentStore {
  let base: any PaymentStore
  let fuse: Fuse

  private func commit<Value>(_ call: () async throws -> Value) async throws -> Value {
    try await fuse.guarding {
      let value = try await call()
      _ = try Ledger(try await base.entries())
      return value
    }
  }

  func create(_ intent: PaymentIntent) async throws -> IntentCreation {
    try await fuse.guarding { try await base.create(intent) }
  }

  func record(
    _ outcome: PaymentOutcome,
    of intent: PaymentIntent.ID,
    booking: LedgerTransaction?
  ) async throws -> PaymentIntent {
    try await commit { try await base.record(outcome, of: intent, booking: booking) }
  }

  func release(_ intent: PaymentIntent.ID) async throws {
    try await fuse.guarding { try await base.release(intent) }
  }

  func history(of reference: OrderReference) async throws -> PaymentHistory {
    try await fuse.guarding { try await base.history(of: reference) }
  }

  func unfinishedIntents() async throws -> [PaymentIntent] {
    try await fuse.guarding { try await base.unfinishedIntents() }
  }

  func create(_ refund: Refund) async throws -> RefundCreation {
    try await fuse.guarding { try await base.create(refund) }
  }

  func record(
    _ outcome: RefundOutcome,
    of refund: Refund.ID,
    booking: LedgerTransaction?
  ) async throws -> Refund {
    try await commit { try await base.record(outcome, of: refund, booking: booking) }
  }

  func release(_ refund: Refund.ID) async throws {
    try await fuse.guarding { try await base.release(refund) }
  }

  func unfinishedRefunds() async throws -> [Refund] {
    try await fuse.guarding { try await base.unfinishedRefunds() }
  }

  func entries() async throws -> [LedgerEntry] {
    try await fuse.guarding { try await base.entries() }
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

  private func pass() throws {
    let isBlown = remaining.withLock { remaining in
      guard let left = remaining else { return false }
      remaining = max(-1, left - 1)
      return left <= 0
    }
    if isBlown { throw Killed() }
  }
}
