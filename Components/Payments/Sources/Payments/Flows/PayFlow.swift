public import FlowKit

/// Asks for a card, and takes the money for an order.
///
/// For an order that is already paid, the output is its receipt, and nothing is charged. Once a
/// charge has begun, cancelling has no effect: the result is that of the charge. Fails with
/// `payments.declined` if the card is declined and no other is tried, `payments.not-charged`,
/// `payments.pending`, `payments.under-way` or `payments.unrecorded`.
public struct PayFlow: SequentialFlow {
  public typealias Parameters = PaymentRequest
  public typealias Output = Receipt

  let checkout: Checkout

  public func run(_ request: PaymentRequest, on presenter: any Presenter) async throws -> Receipt {
    try request.reference.validate()
    let quote = try Quote(
      meal: request.meal,
      fee: request.fee,
      tip: .zero(request.meal.currency),
      taxBasisPoints: request.taxBasisPoints
    )
    if let receipt = try await checkout.cashier.receipt(for: request.reference, .meal) {
      let page = Page(title: "This order is already paid", lines: receipt.lines)
      await presenter.showCommitted(page, key: "receipt")
      return receipt
    }
    try await presenter.show(Page(title: "To pay", lines: quote.lines), key: "quote")
    let receipt = try await checkout.run(quote, for: request.reference, .meal, on: presenter)
    await presenter.showCommitted(receipt.page, key: "receipt")
    return receipt
  }
}

/// What is to be paid for an order, before the person has chosen a card.
public struct PaymentRequest: Sendable, Hashable, Codable {
  public let reference: OrderReference
  public let meal: Money
  public let fee: Money
  /// The tax that ``meal`` and ``fee`` include, in hundredths of a per cent of the price
  /// without tax; 700 is 7 %.
  public let taxBasisPoints: Int

  public init(reference: OrderReference, meal: Money, fee: Money, taxBasisPoints: Int) {
    self.reference = reference
    self.meal = meal
    self.fee = fee
    self.taxBasisPoints = taxBasisPoints
  }
}

/// The part that paying for a meal and tipping share: choosing a card, confirming, being charged.
struct Checkout: Sendable {
  let cashier: Cashier
  let methods: [PaymentMethod]

  private static let furtherCards = 3

  func run(
    _ quote: Quote,
    for reference: OrderReference,
    _ purpose: PaymentPurpose,
    payee: String? = nil,
    on presenter: any Presenter
  ) async throws -> Receipt {
    var cardsLeft = Self.furtherCards
    while true {
      let method = try await askForCard(on: presenter)
      let pays = try await presenter.ask(
        .confirm("pay", "Pay \(quote.total) with \(method.card)?")
      )
      guard pays else { throw CancellationError() }
      try Task.checkCancellation()
      do {
        return try await cashier.pay(quote, for: reference, purpose, payee: payee, with: method)
      } catch let decline as FlowFailure where decline.code == .paymentsDeclined {
        guard cardsLeft > 0, try await wantsAnotherCard(after: decline, on: presenter) else {
          throw decline
        }
        cardsLeft -= 1
      }
    }
  }

  private func askForCard(on presenter: any Presenter) async throws -> PaymentMethod {
    try await presenter.ask(
      .chooseOne("card", "Which card pays?", from: methods, suggested: methods.first)
    )
  }

  /// A choice rather than a confirmation, so that a run that says yes to everything does not try
  /// the same declined card again.
  private func wantsAnotherCard(
    after decline: FlowFailure,
    on presenter: any Presenter
  ) async throws -> Bool {
    do {
      let page = Page(title: "Declined", lines: [.text(decline.message, role: .failure)])
      try await presenter.show(page, key: "declined")
      let choices = [Choice(id: "no", label: "No"), Choice(id: "yes", label: "Yes")]
      return try await presenter.ask(
        .chooseOne("another-card", "Try another card?", from: choices, suggested: "no")
      ) == "yes"
    } catch let failure as FlowFailure where failure.code == .unanswered {
      // Without a person to ask, the decline is the result.
      return false
    }
  }
}

extension Presenter {
  /// Shows what has happened already: a person who backs out here, or a presenter that is gone,
  /// does not undo it.
  ///
  /// The page does not wait, so that there is nothing here to back out of.
  func showCommitted(_ page: Page, key: String) async {
    try? await show(page, key: key)
  }
}

extension FlowLink {
  /// The order that a link's path names, and nothing else.
  func reference(queryNames: Set<String>) throws(FlowFailure) -> OrderReference {
    try expect(pathCount: 1...1, queryNames: queryNames)
    return OrderReference(rawValue: path[0])
  }
}
