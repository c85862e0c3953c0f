/// Finishes what killed processes left, when the app starts.
///
/// Each unfinished charge and refund is asked about by its key and never repeated. Several
/// processes may do so at once.
public struct PaymentRecovery: Sendable {
  private let cashier: Cashier

  /// Makes a recovery by the app's cashier.
  public init(_ cashier: Cashier) {
    self.cashier = cashier
  }

  /// Asks about all that nobody owns, and records the answers.
  ///
  /// What the processor does not say stays pending, and so does what it says and the books refuse,
  /// such as another amount than was quoted; both are in the report.
  ///
  /// - Throws: what else the store throws; whatever was recorded by then stands.
  public func run() async throws -> RecoveryReport {
    var intents: [PaymentIntent] = []
    var refunds: [Refund] = []
    var faults: [IdempotencyKey: String] = [:]
    for intent in try await cashier.store.unfinishedIntents() {
      do {
        let settled = try await cashier.turns.take(intent.reference) {
          try await cashier.finish(intent)
        }
        intents.append(settled ?? intent)
      } catch let error where error.concernsOneMovement {
        intents.append(intent)
        faults[intent.key] = "\(error)"
      }
    }
    for refund in try await cashier.store.unfinishedRefunds() {
      do {
        let settled = try await cashier.turns.take(refund.reference) {
          try await cashier.finish(refund)
        }
        refunds.append(settled ?? refund)
      } catch let error where error.concernsOneMovement {
        refunds.append(refund)
        faults[refund.key] = "\(error)"
      }
    }
    return RecoveryReport(intents: intents, refunds: refunds, faults: faults)
  }
}

extension Error {
  /// Whether the books refused one movement, rather than failed for all.
  fileprivate var concernsOneMovement: Bool {
    self is LedgerError || self is PaymentStoreError
  }
}
