import FlowKit
import Foundation

/// What is certain about a request to the processor.
private enum Certainty<Answer: Sendable>: Sendable {
  case answered(Answer)
  /// The processor did nothing, and will do nothing; why, in words for the person.
  case notDone(String)
  case unknown
}

extension Cashier {
  /// Sends a recorded movement to the processor and records the result; without one, releases the
  /// movement for recovery.
  ///
  /// - Throws: a ``FlowFailure`` with ``FlowFailure/Code/paymentsPending`` if the processor has not
  ///   given the result, ``FlowFailure/Code/paymentsUnrecorded`` if money moved but could not be
  ///   recorded; otherwise the store's own errors.
  func carryOut<Moving: Movement>(
    _ movement: Moving,
    send: @escaping @Sendable () async throws -> Moving.Answer
  ) async throws -> Moving {
    let result = await request(movement, send)
    do {
      if let settled = try await record(result, of: movement) { return settled }
    } catch {
      // The first error is the one to report; what is not released waits for this process's end.
      try? await store.release(movement)
      guard case .answered(let answer) = result, Moving.movesMoney(answer) else { throw error }
      throw FlowFailure.unrecorded(movement.moved, error)
    }
    // The missing result is what to report, as above.
    try? await store.release(movement)
    throw FlowFailure.pending(movement.subject)
  }

  /// Searches the processor for the result of a movement without an owner and records it; `nil` while
  /// there is none.
  ///
  /// Nothing is sent again, since the customer who confirmed it may be gone.
  func finish<Moving: Movement>(_ movement: Moving) async throws -> Moving? {
    try await record(
      await search(for: movement, "the payment processor was never asked"),
      of: movement
    )
  }

  /// Completes the pending movements of one kind that have a reference and no owner.
  func finishAll<Moving: Movement>(_: Moving.Type, of reference: OrderReference) async throws {
    for movement in try await store.unfinished(Moving.self) where movement.reference == reference {
      _ = try await finish(movement)
    }
  }

  /// Repeats a request, with its key, until it is answered or the retries are used up; then searches.
  private func request<Moving: Movement>(
    _ movement: Moving,
    _ send: @Sendable () async throws -> Moving.Answer
  ) async -> Certainty<Moving.Answer> {
    var mayHaveArrived = false
    var failure = ""
    for attempt in 1...Self.attempts {
      do {
        return .answered(try await send())
      } catch PaymentGatewayError.keyReused {
        return .notDone("\(PaymentGatewayError.keyReused)")
      } catch {
        if error as? PaymentGatewayError != .unreachable { mayHaveArrived = true }
        failure = words(of: error)
        if attempt < Self.attempts { await pause(attempt) }
      }
    }
    return mayHaveArrived ? await search(for: movement, failure) : .notDone(failure)
  }

  /// - Parameter failure: why nothing was done, if the processor has nothing.
  private func search<Moving: Movement>(
    for movement: Moving,
    _ failure: String
  ) async -> Certainty<Moving.Answer> {
    for attempt in 1...Self.attempts {
      do {
        if let answer = try await movement.search(gateway) { return .answered(answer) }
        let age = Duration.seconds(now().timeIntervalSince(movement.createdAt))
        return age >= gateway.searchDelay ? .notDone(failure) : .unknown
      } catch {
        // Whatever went wrong, the processor has not said; asking again is all there is to do.
        if attempt < Self.attempts { await pause(attempt) }
      }
    }
    return .unknown
  }

  /// The movement after its result was recorded; `nil` if there is none.
  private func record<Moving: Movement>(
    _ result: Certainty<Moving.Answer>,
    of movement: Moving
  ) async throws -> Moving? {
    switch result {
    case .unknown: nil
    case .notDone(let reason): try await store.record(.failed(reason: reason), of: movement)
    case .answered(let answer): try await movement.record(answer, in: store)
    }
  }
}
