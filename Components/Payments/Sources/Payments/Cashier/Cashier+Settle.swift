import FlowKit

extension Cashier {
  /// Writes down what an exchange came to, or releases the movement for recovery to finish.
  ///
  /// - Parameters:
  ///   - subject: the movement, in a sentence.
  ///   - moved: the money that is known to have moved, in a sentence; nil for none.
  ///   - record: writes it down; nil where the processor has not said.
  ///   - release: lets go of the movement.
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/paymentsPending`` where the processor has not
  ///   said, ``FlowFailure/Code/paymentsUnrecorded`` where money moved and `record` failed; what
  ///   `record` throws otherwise.
  func settle<Movement>(
    _ subject: String,
    moved: String?,
    record: () async throws -> Movement?,
    release: () async throws -> Void
  ) async throws -> Movement {
    do {
      if let settled = try await record() { return settled }
    } catch {
      // The first error is the one to report; what is not released waits for this process's end.
      try? await release()
      guard let moved else { throw error }
      throw FlowFailure.unrecorded(moved, error)
    }
    // That nothing is known is what to report, as above.
    try? await release()
    throw FlowFailure.pending(subject)
  }
}
