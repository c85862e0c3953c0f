import PaymentsInterface

/// Completes the charges and refunds that terminated processes left pending, when the app starts.
///
/// It searches the processor for each of them by its identifier and never repeats one. Several processes may
/// run it at once.
public struct PaymentRecovery: Sendable {
  private let cashier: Cashier

  /// Makes a recovery by the app's cashier.
  init(_ cashier: Cashier) {
    self.cashier = cashier
  }

  /// Looks up all pending charges and refunds without an owner, and records their results.
  ///
  /// Those without a result stay pending, and so do those whose result cannot be recorded, such as a
  /// charge of another amount than was quoted; the report has both.
  ///
  /// - Throws: the store's own errors; what was recorded before is kept.
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
    for movement in try await Moving.unfinished(in: cashier.store) {
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
