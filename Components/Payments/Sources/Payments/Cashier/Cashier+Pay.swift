import FlowKit

extension Cashier {
  /// Charges a card once for a reference and a purpose.
  ///
  /// What was paid for both before is answered with its receipt, and nothing is charged.
  ///
  /// - Parameter payee: who gets a tip; nil for a meal.
  /// - Throws: a ``FlowFailure`` whose code says what is certain:
  ///   ``FlowFailure/Code/paymentsDeclined`` and ``FlowFailure/Code/paymentsNotCharged`` that
  ///   nothing was taken, ``FlowFailure/Code/paymentsPending`` that the processor has not said,
  ///   ``FlowFailure/Code/paymentsUnrecorded`` that the store failed after money was taken,
  ///   ``FlowFailure/Code/paymentsUnderWay`` that another process is at it. Other errors are the
  ///   store's own, and nothing was taken.
  public func pay(
    _ quote: Quote,
    for reference: PaymentReference,
    _ purpose: PaymentPurpose,
    payee: String? = nil,
    with method: PaymentMethod
  ) async throws -> Receipt {
    try await turns.take(reference) {
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
        return try await carryOut(intent, with: method.token)
      case .exists(let other):
        guard let receipt = Receipt(other, refunds: []) else {
          throw FlowFailure.underWay(other.subject)
        }
        return receipt
      }
    }
  }

  private func carryOut(_ intent: PaymentIntent, with card: CardToken) async throws -> Receipt {
    let exchange = Exchange(
      send: { try await gateway.charge(intent.quote.total, to: card, key: intent.key) },
      inquiry: inquiry(about: intent)
    )
    let verdict = await exchange.run()
    let settled = try await settle(
      intent.subject,
      moved: verdict.has(\.tookMoney) ? "'\(intent.quote.total)' was taken from the card" : nil,
      record: { try await record(verdict, of: intent) },
      release: { try await store.release(intent.id) }
    )
    if let receipt = Receipt(settled, refunds: []) { return receipt }
    throw FlowFailure.notPaid(settled)
  }
}

extension ChargeAnswer {
  fileprivate var tookMoney: Bool {
    if case .charged = self { true } else { false }
  }
}
