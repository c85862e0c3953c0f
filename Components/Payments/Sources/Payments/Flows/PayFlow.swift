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

  private let checkout: Checkout

  init(cashier: Cashier, methods: [PaymentMethod]) {
    checkout = Checkout(cashier: cashier, methods: methods)
  }

  public func run(_ request: PaymentRequest, on presenter: any Presenter) async throws -> Receipt {
    try request.reference.validate()
    let quote = try Quote(
      meal: request.meal,
      fee: request.fee,
      tip: .zero(request.meal.currency),
      taxBasisPoints: request.taxBasisPoints
    )
    if let receipt = try await checkout.cashier.receipt(for: request.reference, .meal) {
      let page = Page(title: "This order is paid already", lines: receipt.lines)
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
