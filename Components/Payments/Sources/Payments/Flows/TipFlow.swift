public import FlowKit
public import PaymentsInterface

/// Offers a tip after delivery, and takes the money for it.
///
/// Answers nil when the person gives none: that is an answer, not a cancellation. An order has one
/// tip of this kind; one that was given before is answered with its receipt. Fails with
/// `payments.not-paid` for an order that was not paid, and as ``PayFlow`` does.
public struct TipFlow: LinkedFlow, SequentialFlow {
  public typealias Parameters = TipRequest
  public typealias Output = Receipt?

  public static let linkName = "tip"
  public static let linkExamples = ["tip/ORDER"]

  private let checkout: Checkout

  /// Makes the flow with the cards that can be chosen, at least one, the suggested one first.
  init(cashier: Cashier, methods: [PaymentMethod]) {
    checkout = Checkout(cashier: cashier, methods: methods)
  }

  /// Reads `ORDER`; a link never names the payee, who is whoever cooked the order.
  public func parameters(for link: FlowLink) throws -> TipRequest {
    TipRequest(reference: try link.reference(queryNames: []), payee: nil)
  }

  public func run(_ request: TipRequest, on presenter: any Presenter) async throws -> Receipt? {
    try request.check()
    guard let meal = try await checkout.cashier.receipt(for: request.reference, .meal) else {
      throw FlowFailure.unpaid(request.reference)
    }
    if let receipt = try await checkout.cashier.receipt(for: request.reference, .tip) {
      let page = Page(title: "A tip was given already", lines: receipt.lines)
      await presenter.showCommitted(page, key: "receipt")
      return receipt
    }
    let payee = request.payee ?? "the chef"
    let offers = [.none] + (try TipRate.all.compactMap { try $0.offer(on: meal.quote.meal) })
    let offer = try await presenter.ask(
      .chooseOne("tip", "Give \(payee) a tip?", from: offers, suggested: offers.first)
    )
    guard let quote = offer.quote else { return nil }
    let receipt = try await checkout.run(
      quote,
      for: request.reference,
      .tip,
      payee: payee,
      on: presenter
    )
    let page = Page(title: receipt.title, lines: receipt.lines)
    await presenter.showCommitted(page, key: "receipt")
    return receipt
  }
}
