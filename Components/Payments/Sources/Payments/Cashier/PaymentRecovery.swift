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
  /// What the processor does not say stays pending, and is in the report.
  ///
  /// - Throws: what the store throws; whatever was recorded by then stands.
  public func run() async throws -> RecoveryReport {
    var intents: [PaymentIntent] = []
    var refunds: [Refund] = []
    for intent in try await cashier.store.unfinishedIntents() {
      let settled = try await cashier.turns.take(intent.reference) {
        try await cashier.finish(intent)
      }
      intents.append(settled ?? intent)
    }
    for refund in try await cashier.store.unfinishedRefunds() {
      let settled = try await cashier.turns.take(refund.reference) {
        try await cashier.finish(refund)
      }
      refunds.append(settled ?? refund)
    }
    return RecoveryReport(intents: intents, refunds: refunds)
  }
}
