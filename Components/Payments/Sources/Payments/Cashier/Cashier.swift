#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import FlowKit
import PaymentsInterface

/// Moves money, and writes down what moved.
///
/// Each movement has three steps: the intent is written, the processor is called outside any
/// transaction, the result is written. A process that is killed between two of them leaves an
/// intent that ``PaymentRecovery`` finishes. Once a movement has begun, cancelling whoever asked
/// for it has no effect.
struct Cashier: Sendable {
  let store: any PaymentStore
  let gateway: any PaymentGateway
  let now: @Sendable () -> Date
  let makeIdentifier: @Sendable () -> String
  let patience: Patience
  let turns = Turns()

  /// Makes a cashier; all flows on one store in one process share one.
  ///
  /// - Parameter makeIdentifier: makes texts that are unique for ever, for identifiers and keys.
  init(
    store: any PaymentStore,
    gateway: any PaymentGateway,
    now: @escaping @Sendable () -> Date,
    makeIdentifier: @escaping @Sendable () -> String,
    patience: Patience = .brief
  ) {
    self.store = store
    self.gateway = gateway
    self.now = now
    self.makeIdentifier = makeIdentifier
    self.patience = patience
  }
}

extension Cashier {
  /// All that was tried and done for a reference, as it is written down; asks no processor.
  func history(of reference: OrderReference) async throws -> PaymentHistory {
    try await store.history(of: reference)
  }

  /// The receipt of what was paid for a reference; nil if nothing was.
  ///
  /// Finishes what a killed process left of the reference's payments and refunds before.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/paymentsUnderWay`` while another process is
  ///   at it, ``FlowFailure/Code/paymentsPending`` while the processor has not said.
  func receipt(
    for reference: OrderReference,
    _ purpose: PaymentPurpose
  ) async throws -> Receipt? {
    try await turns.take(reference) {
      try await finishAll(Refund.self, of: reference)
      return try await standingReceipt(for: reference, purpose)
    }
  }

  /// Must run within the reference's turn.
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
