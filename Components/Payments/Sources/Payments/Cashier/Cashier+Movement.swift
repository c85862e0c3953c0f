import FlowKit
import PaymentsInterface

extension Cashier {
  /// Sends a recorded movement to the processor and records the result; without one, releases the
  /// movement for recovery.
  ///
  /// - Parameter send: requests the movement from the processor.
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/paymentsPending`` if the processor has not
  ///   given the result, ``FlowFailure/Code/paymentsUnrecorded`` if money moved but could not be
  ///   recorded; otherwise the store's own errors.
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

  /// Asks the processor for the result of a movement without an owner and records it; `nil` while the
  /// processor has not given one.
  func finish<Moving: Movement>(_ movement: Moving) async throws -> Moving? {
    try await record(inquiry(about: movement).run(), of: movement)
  }

  /// Completes the pending movements of one kind that have a reference and no owner.
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
