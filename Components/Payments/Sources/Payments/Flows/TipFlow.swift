public import FlowKit

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

  let checkout: Checkout

  /// Reads `ORDER`; a link never names the payee, who is the order's chef.
  public func parameters(for link: FlowLink) throws -> TipRequest {
    TipRequest(reference: try link.reference(queryNames: []), payee: nil)
  }

  public func run(_ request: TipRequest, on presenter: any Presenter) async throws -> Receipt? {
    try request.check()
    guard let meal = try await checkout.cashier.receipt(for: request.reference, .meal) else {
      throw FlowFailure.unpaid(request.reference)
    }
    if let receipt = try await checkout.cashier.receipt(for: request.reference, .tip) {
      let page = Page(title: "A tip was already given", lines: receipt.lines)
      await presenter.showCommitted(page, key: "receipt")
      return receipt
    }
    let payee = request.payee ?? "the chef"
    let offers = try TipOffer.all(for: meal.intent.quote.meal)
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
    await presenter.showCommitted(receipt.page, key: "receipt")
    return receipt
  }
}

/// Who may be given a tip, after delivery.
public struct TipRequest: Sendable, Hashable {
  public let reference: OrderReference
  /// Who gets it, as a person reads it; `nil` for "the chef".
  public let payee: String?

  public init(reference: OrderReference, payee: String?) {
    self.reference = reference
    self.payee = payee
  }

  func check() throws(FlowFailure) {
    try reference.validate()
    guard let payee else { return }
    guard !payee.isEmpty, payee.utf8.count <= 256, payee == payee.printable else {
      throw .refused(
        "the payee is called '\(String(payee.prefix(80)).printable)', expected 1 to 256 bytes of "
          + "plain text"
      )
    }
  }
}

/// A tip that can be chosen; none has no quote.
struct TipOffer: Choosable {
  let quote: Quote?
  let choice: Choice

  /// No tip, and the parts of the meal's price, in per cent, that come to more than nothing.
  static func all(for meal: Money) throws -> [TipOffer] {
    let nothing = Money.zero(meal.currency)
    let tips = try [5, 10, 15].compactMap { percent -> TipOffer? in
      let tip = try meal.portion(basisPoints: percent * 100)
      guard tip.minorUnits > 0 else { return nil }
      return TipOffer(
        quote: try Quote(meal: nothing, fee: nothing, tip: tip, taxBasisPoints: 0),
        choice: Choice(id: "\(percent)", label: tip.description, detail: "\(percent) %")
      )
    }
    return [TipOffer(quote: nil, choice: Choice(id: "none", label: "No tip"))] + tips
  }
}
