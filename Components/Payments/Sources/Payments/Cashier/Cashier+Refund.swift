public import FlowKit

extension Cashier {
  /// Gives back a part, or all, of what was paid.
  ///
  /// - Throws: a ``FlowFailure`` whose code says what is certain:
  ///   ``FlowFailure/Code/paymentsExceeded`` and ``FlowFailure/Code/paymentsNotRefunded`` that
  ///   nothing went back, ``FlowFailure/Code/paymentsPending`` that the processor has not said,
  ///   ``FlowFailure/Code/paymentsUnrecorded`` that the store failed after money went back. Other
  ///   errors are the store's own, and nothing went back.
  public func refund(_ amount: Money, of receipt: Receipt) async throws -> Refund {
    guard amount.minorUnits > 0 else {
      throw FlowFailure.refused("a refund of '\(amount)', expected an amount above 0")
    }
    return try await turns.take(receipt.reference) {
      let refund = Refund(
        id: Refund.ID(rawValue: makeIdentifier()),
        key: IdempotencyKey(rawValue: makeIdentifier()),
        intent: receipt.intent,
        reference: receipt.reference,
        charge: receipt.capture.charge,
        amount: amount,
        createdAt: now()
      )
      switch try await store.create(refund) {
      case .created: return try await carryOut(refund)
      case .exceeds(let left): throw FlowFailure.exceeds(amount, left: left)
      }
    }
  }

  private func carryOut(_ refund: Refund) async throws -> Refund {
    let exchange = Exchange(
      send: { try await gateway.refund(refund.amount, of: refund.charge, key: refund.key) },
      inquiry: inquiry(about: refund)
    )
    let verdict = await exchange.run()
    let settled = try await settle(
      refund.subject,
      moved: verdict.has(\.movedMoney) ? "'\(refund.amount)' was given back" : nil,
      record: { try await record(verdict, of: refund) },
      release: { try await store.release(refund.id) }
    )
    if case .failed(let reason) = settled.outcome {
      throw FlowFailure.notRefunded(settled, reason)
    }
    return settled
  }
}

extension RefundAnswer {
  fileprivate var movedMoney: Bool {
    if case .refunded = self { true } else { false }
  }
}
