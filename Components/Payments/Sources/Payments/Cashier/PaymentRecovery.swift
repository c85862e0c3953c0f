import PaymentsInterface

/// Finishes what killed processes left, when the app starts.
///
/// Each unfinished charge and refund is asked about by its key and never repeated. Several
/// processes may do so at once.
public struct PaymentRecovery: Sendable {
  private let cashier: Cashier

  /// Makes a recovery by the app's cashier.
  init(_ cashier: Cashier) {
    self.cashier = cashier
  }

  /// Asks about all that nobody owns, and records the answers.
  ///
  /// What the processor does not say stays pending, and so does what it says and the books refuse,
  /// such as another amount than was quoted; both are in the report.
  ///
  /// - Throws: what else the store throws; whatever was recorded by then stands.
  public func run() async throws -> RecoveryReport {
    var faults: [IdempotencyKey: String] = [:]
    let intents = try await finishAll(PaymentIntent.self, faults: &faults)
    let refunds = try await finishAll(Refund.self, faults: &faults)
    return RecoveryReport(intents: intents, refunds: refunds, faults: faults)
  }

  /// Each movement of one kind that nobody owned, as it stands afterwards.
  private func finishAll<Moving: Movement>(
    _: Moving.Type,
    faults: inout [IdempotencyKey: String]
  ) async throws -> [Moving] {
    var found: [Moving] = []
    for movement in try await Moving.unfinished(in: cashier.store) {
      do {
        let settled = try await cashier.turns.take(movement.reference) {
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
