import FlowKit
import PaymentsInterface

extension Cashier {
  /// Has the processor make a movement that is written down, and records what came of it; what the
  /// processor does not say is released for recovery to finish.
  ///
  /// - Parameter send: asks the processor for it.
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/paymentsPending`` where the processor has not
  ///   said, ``FlowFailure/Code/paymentsUnrecorded`` where money moved and could not be recorded; what
  ///   the store throws otherwise.
  func carryOut<Moving: Movement>(
    _ movement: Moving,
    send: @escaping @Sendable () async throws -> [Moving.Answer]
  ) async throws -> Moving {
    let verdict = await Exchange(send: send, inquiry: inquiry(about: movement)).run()
    do {
      if let settled = try await record(verdict, of: movement) { return settled }
    } catch {
      // The first error is the one to report; what is not released waits for this process's end.
      try? await movement.release(in: store)
      guard verdict.has(Moving.movesMoney) else { throw error }
      throw FlowFailure.unrecorded(movement.moved, error)
    }
    // That nothing is known is what to report, as above.
    try? await movement.release(in: store)
    throw FlowFailure.pending(movement.subject)
  }

  /// Asks what became of a movement that nobody owns, and records it; `nil` while the processor has
  /// not said.
  func finish<Moving: Movement>(_ movement: Moving) async throws -> Moving? {
    try await record(inquiry(about: movement).run(), of: movement)
  }

  /// Finishes what nobody owns of a reference's movements of one kind.
  func finishAll<Moving: Movement>(_: Moving.Type, of reference: OrderReference) async throws {
    for movement in try await Moving.unfinished(in: store) where movement.reference == reference {
      _ = try await finish(movement)
    }
  }

  private func inquiry<Moving: Movement>(about movement: Moving) -> Inquiry<Moving.Answer> {
    Inquiry(ask: { try await movement.answer(of: gateway) }, patience: patience)
  }

  /// The movement as it stands after each answer was recorded; `nil` if there is none.
  private func record<Moving: Movement>(
    _ verdict: Inquiry<Moving.Answer>.Verdict,
    of movement: Moving
  ) async throws -> Moving? {
    switch verdict {
    case .silent: return nil
    case .nothingDone(let reason): return try await movement.recordFailure(reason, in: store)
    case .answered(let answers):
      var settled: Moving?
      for answer in answers { settled = try await movement.record(answer, in: store) }
      return settled
    }
  }
}
