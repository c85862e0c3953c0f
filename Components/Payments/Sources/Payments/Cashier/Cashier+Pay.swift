import FlowKit

extension Cashier {
  /// Charges a card once for a reference and a purpose; what was paid for both before is answered with
  /// its receipt, and nothing is charged.
  ///
  /// - Parameter payee: who gets a tip; nil for a meal.
  /// - Throws: a ``FlowFailure`` whose code says what is certain, and the store's own errors, after which
  ///   nothing was taken.
  func pay(
    _ quote: Quote,
    for reference: OrderReference,
    _ purpose: PaymentPurpose,
    payee: String? = nil,
    with method: PaymentMethod
  ) async throws -> Receipt {
    try await queues.run(reference) {
      if let receipt = try await standingReceipt(for: reference, purpose) { return receipt }
      let intent = PaymentIntent(
        id: PaymentIntent.ID(rawValue: makeIdentifier()),
        key: IdempotencyKey(rawValue: makeIdentifier()),
        reference: reference,
        purpose: purpose,
        payee: payee,
        quote: quote,
        card: method.card,
        createdAt: now()
      )
      switch try await store.create(intent) {
      case .created:
        let settled = try await carryOut(intent) {
          try await gateway.charge(
            quote.total,
            to: method.token,
            key: intent.key,
            reference: intent.id.rawValue
          )
        }
        guard let receipt = Receipt(settled, refunds: []) else {
          throw FlowFailure.notPaid(settled)
        }
        return receipt
      case .exists(let other):
        guard let receipt = Receipt(other, refunds: []) else {
          throw FlowFailure.underWay(other.subject)
        }
        return receipt
      }
    }
  }
}
