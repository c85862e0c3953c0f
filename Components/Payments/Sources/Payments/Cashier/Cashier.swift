import FlowKit
import Foundation

/// Charges and refunds cards, and records the results; all flows on one store in one process share
/// one.
///
/// Each movement has three steps: it is recorded as pending, the processor is called outside any
/// transaction, and the result is recorded. ``recover()`` completes what a process that is
/// killed between two steps leaves pending. Cancelling the caller's task does not interrupt a
/// movement that has begun.
struct Cashier: Sendable {
  let store: PaymentStore
  let gateway: any PaymentGateway
  let now: @Sendable () -> Date
  /// Makes globally unique texts, for identifiers and idempotency keys.
  let makeIdentifier: @Sendable () -> String
  /// Waits after an attempt to ask the processor, counted from 1, that was not the last.
  var pause: @Sendable (Int) async -> Void = { attempt in
    // A sleep is cut short only by cancellation, after which the next attempt may as well come at once.
    try? await Task.sleep(for: .milliseconds(200 * attempt))
  }
  let queues = WorkQueues()

  /// How often the processor is asked for one thing.
  static let attempts = 3

  /// The receipt of a reference's payment; `nil` if there is none.
  ///
  /// First completes what terminated processes left pending. Fails while another process is making the
  /// payment, and while the processor has not given the result.
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
    let unfinished = try await store.unfinished(PaymentIntent.self)
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

/// Runs work on one reference one piece after another, each to its end.
///
/// The work runs in a task of its own, not the caller's: the caller may be cancelled, but
/// money that moved is still recorded.
actor WorkQueues {
  private var last: [OrderReference: (number: Int, task: Task<Void, Never>)] = [:]
  private var count = 0

  func run<Value: Sendable>(
    _ reference: OrderReference,
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let previous = last[reference]?.task
    let task = Task {
      await previous?.value
      return try await work()
    }
    count += 1
    let number = count
    last[reference] = (number, Task { _ = await task.result })
    let result = await task.result
    if last[reference]?.number == number { last[reference] = nil }
    return try result.get()
  }
}

extension Cashier {
  /// Charges a card once for a reference and a purpose; what was paid for both before is answered with
  /// its receipt, and nothing is charged.
  func pay(
    _ quote: Quote,
    for reference: OrderReference,
    _ purpose: PaymentPurpose,
    payee: String? = nil,
    with method: PaymentMethod
  ) async throws -> Receipt {
    try await queues.run(reference) {
      if let receipt = try await standingReceipt(for: reference, purpose) { return receipt }
      let intent = PaymentIntent(
        id: PaymentIntent.ID(rawValue: makeIdentifier()),
        key: IdempotencyKey(rawValue: makeIdentifier()),
        reference: reference,
        purpose: purpose,
        payee: payee,
        quote: quote,
        card: method.card,
        createdAt: now()
      )
      switch try await store.create(intent) {
      case .created:
        let settled = try await carryOut(intent) {
          try await gateway.charge(
            quote.total,
            to: method.token,
            key: intent.key,
            reference: intent.id.rawValue
          )
        }
        guard let receipt = Receipt(settled, refunds: []) else {
          throw FlowFailure.notPaid(settled)
        }
        return receipt
      case .exists(let other):
        guard let receipt = Receipt(other, refunds: []) else {
          throw FlowFailure.underWay(other.subject)
        }
        return receipt
      }
    }
  }
}
