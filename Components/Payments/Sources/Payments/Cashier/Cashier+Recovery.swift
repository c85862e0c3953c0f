extension Cashier {
  /// Completes the charges and refunds that terminated processes left pending, and returns a line
  /// about each for the person.
  ///
  /// It searches the processor for each of them by its identifier and never repeats one. Several
  /// processes may do so at once. Those without a result stay pending, and so do those whose result
  /// cannot be recorded, such as a charge of another amount than was quoted.
  func recover() async throws -> [String] {
    try await recover(PaymentIntent.self) + recover(Refund.self)
  }

  private func recover<Moving: Movement>(_: Moving.Type) async throws -> [String] {
    var lines: [String] = []
    for movement in try await store.unfinished(Moving.self) {
      let result: String
      do {
        let settled = try await queues.run(movement.reference) { try await finish(movement) }
        result =
          settled?.outcome.map(movement.recovered)
          ?? "is still pending: the payment processor has not reported its result"
      } catch let error where error is LedgerError || error is PaymentStoreError {
        // The books refuse this movement; the others are not held up.
        result = "is unclear: the payment processor's result cannot be recorded: \(error)"
      }
      lines.append("\(movement.subject) \(result)")
    }
    return lines
  }
}
