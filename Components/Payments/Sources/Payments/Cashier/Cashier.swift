#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import FlowKit
import PaymentsInterface

/// Charges and refunds cards, and records the results.
///
/// Each movement has three steps: it is recorded as pending, the processor is called outside any
/// transaction, and the result is recorded. ``PaymentRecovery`` completes what a process that is
/// killed between two steps leaves pending. Cancelling the caller's task does not interrupt a
/// movement that has begun.
struct Cashier: Sendable {
  let store: any PaymentStore
  let gateway: any PaymentGateway
  let now: @Sendable () -> Date
  let makeIdentifier: @Sendable () -> String
  let retries: Retries
  let queues = WorkQueues()

  /// Makes a cashier; all flows on one store in one process share one.
  ///
  /// - Parameter makeIdentifier: makes globally unique texts, for identifiers and idempotency keys.
  init(
    store: any PaymentStore,
    gateway: any PaymentGateway,
    now: @escaping @Sendable () -> Date,
    makeIdentifier: @escaping @Sendable () -> String,
    retries: Retries = .brief
  ) {
    self.store = store
    self.gateway = gateway
    self.now = now
    self.makeIdentifier = makeIdentifier
    self.retries = retries
  }
}

extension Cashier {
  /// The recorded payments and refunds of a reference, read from the store alone.
  func history(of reference: OrderReference) async throws -> PaymentHistory {
    try await store.history(of: reference)
  }

  /// The receipt of a reference's payment; `nil` if there is none.
  ///
  /// First completes the payments and refunds of the reference that terminated processes left
  /// pending.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/paymentsUnderWay`` while another process is
  ///   making the payment, ``FlowFailure/Code/paymentsPending`` while the processor has not given the
  ///   result.
  func receipt(
    for reference: OrderReference,
    _ purpose: PaymentPurpose
  ) async throws -> Receipt? {
    try await queues.run(reference) {
      try await finishAll(Refund.self, of: reference)
      return try await standingReceipt(for: reference, purpose)
    }
  }

  /// Must run within the reference's queue.
  func standingReceipt(
    for reference: OrderReference,
    _ purpose: PaymentPurpose
  ) async throws -> Receipt? {
    // Read in this order, an intent that another process captures in between is seen as captured.
    let unfinished = try await store.unfinishedIntents()
    let history = try await store.history(of: reference)
    if let receipt = history.receipt(for: purpose) { return receipt }
    guard let live = history.live(purpose) else { return nil }
    guard unfinished.contains(where: { $0.id == live.id }) else {
      throw FlowFailure.underWay(live.subject)
    }
    guard let finished = try await finish(live) else {
      throw FlowFailure.pending(live.subject)
    }
    return Receipt(finished, refunds: history.refunds)
  }
}
