/// Completes the charges and refunds that terminated processes left pending, when the app starts.
///
/// It searches the processor for each of them by its identifier and never repeats one. Several processes may
/// run it at once.
public struct PaymentRecovery: Sendable {
  let cashier: Cashier

  /// Looks up all pending charges and refunds without an owner, and records their results.
  ///
  /// Those without a result stay pending, and so do those whose result cannot be recorded, such as a
  /// charge of another amount than was quoted; the report has both.
  public func run() async throws -> RecoveryReport {
    var faults: [IdempotencyKey: String] = [:]
    let intents = try await finishAll(PaymentIntent.self, faults: &faults)
    let refunds = try await finishAll(Refund.self, faults: &faults)
    return RecoveryReport(intents: intents, refunds: refunds, faults: faults)
  }

  /// Completes the movements of one kind without an owner, and returns them in their new state.
  private func finishAll<Moving: Movement>(
    _: Moving.Type,
    faults: inout [IdempotencyKey: String]
  ) async throws -> [Moving] {
    var found: [Moving] = []
    for movement in try await cashier.store.unfinished(Moving.self) {
      do {
        let settled = try await cashier.queues.run(movement.reference) {
          try await cashier.finish(movement)
        }
        found.append(settled ?? movement)
      } catch let error where error.concernsOneMovement {
        found.append(movement)
        faults[movement.key] = "\(error)"
      }
    }
    return found
  }
}

extension Error {
  /// Whether the books refused one movement, rather than failed for all.
  fileprivate var concernsOneMovement: Bool {
    self is LedgerError || self is PaymentStoreError
  }
}

/// The charges and refunds that a recovery found, in their state after it: still pending if the
/// processor gave no result, or one that could not be recorded.
public struct RecoveryReport: Sendable, Hashable {
  /// The charges without an owner, oldest first.
  public internal(set) var intents: [PaymentIntent] = []
  /// The refunds without an owner, oldest first.
  public internal(set) var refunds: [Refund] = []
  /// Why results could not be recorded, by the keys of their charges and refunds.
  public internal(set) var faults: [IdempotencyKey: String] = [:]

  /// One line for each of them, for the person.
  public var lines: [String] {
    intents.map(line) + refunds.map(line)
  }

  private func line(_ intent: PaymentIntent) -> String {
    line(intent, intent.outcome) { outcome in
      switch outcome {
      case .captured: "was made, '\(intent.quote.total)', and is recorded now"
      case .declined(let reason): "was declined: \(reason)"
      case .failed: "was never made"
      }
    }
  }

  private func line(_ refund: Refund) -> String {
    line(refund, refund.outcome) { outcome in
      switch outcome {
      case .refunded: "was made and is recorded now"
      case .failed: "was never made"
      }
    }
  }

  private func line<Moving: Movement>(
    _ movement: Moving,
    _ outcome: Moving.Outcome?,
    _ words: (Moving.Outcome) -> String
  ) -> String {
    if let fault = faults[movement.key] {
      return "\(movement.subject) is unclear: the payment processor's result cannot be recorded: "
        + fault
    }
    let pending = "is still pending: the payment processor has not reported its result"
    return "\(movement.subject) \(outcome.map(words) ?? pending)"
  }
}
