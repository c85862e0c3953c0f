import FlowKit
import PaymentsInterface

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
