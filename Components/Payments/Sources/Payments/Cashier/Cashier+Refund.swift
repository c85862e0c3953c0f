import FlowKit

extension Cashier {
  func refund(_ amount: Money, of receipt: Receipt) async throws -> Refund {
    guard amount.minorUnits > 0 else {
      throw FlowFailure.refused("a refund of '\(amount)', expected an amount above 0")
    }
    return try await queues.run(receipt.intent.reference) {
      let refund = makeRefund(amount, of: receipt)
      switch try await store.create(refund) {
      case .created: return try await carryOut(refund)
      case .exceeds(let left): throw FlowFailure.exceeds(amount, left: left)
      }
    }
  }

  /// Gives back all that is left of what was taken for a cancelled order, tips included.
  ///
  /// Finishes before what killed processes left. Any number of processes may do so at once, and
  /// again: nothing goes back twice.
  func giveBack(_ reference: OrderReference) async throws -> [Refund] {
    try await queues.run(reference) {
      try await finishAll(Refund.self, of: reference)
      var made: [Refund] = []
      for purpose in PaymentPurpose.allCases {
        while let receipt = try await standingReceipt(for: reference, purpose),
          receipt.refundable.minorUnits > 0
        {
          let refund = makeRefund(receipt.refundable, of: receipt, .cancelled)
          // Another process may have begun a refund in between; what that leaves is looked at anew.
          guard case .created = try await store.create(refund) else { continue }
          made.append(try await carryOut(refund))
        }
      }
      try await requireNoPendingRefund(of: reference)
      return made
    }
  }

  /// Refuses while a refund is pending, since it may fail.
  func requireNoPendingRefund(of reference: OrderReference) async throws {
    // Read in this order, a refund that its owner ends in between is seen as ended.
    let unfinished = try await store.unfinished(Refund.self)
    let history = try await store.history(of: reference)
    guard let pending = history.refunds.first(where: { $0.outcome == nil }) else { return }
    let isUnowned = unfinished.contains { $0.id == pending.id }
    throw isUnowned ? FlowFailure.pending(pending.subject) : .underWay(pending.subject)
  }

  private func makeRefund(
    _ amount: Money,
    of receipt: Receipt,
    _ reason: RefundReason? = nil
  ) -> Refund {
    Refund(
      id: Refund.ID(rawValue: makeIdentifier()),
      key: IdempotencyKey(rawValue: makeIdentifier()),
      intent: receipt.intent.id,
      reference: receipt.intent.reference,
      charge: receipt.capture.charge,
      amount: amount,
      reason: reason,
      createdAt: now()
    )
  }

  private func carryOut(_ refund: Refund) async throws -> Refund {
    let settled = try await carryOut(refund) {
      try await gateway.refund(
        refund.amount,
        of: refund.charge,
        key: refund.key,
        reference: refund.id.rawValue
      )
    }
    if case .failed(let reason) = settled.outcome {
      throw FlowFailure.notRefunded(settled, reason)
    }
    return settled
  }
}
