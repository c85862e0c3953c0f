import FlowKit
import PaymentsInterface

/// A tip that is offered with a meal, as a part of the meal's price.
struct TipRate: Sendable {
  /// What scripts and command-line flags call it.
  let id: Choice.ID
  private let basisPoints: Int

  /// No tip first, which is suggested.
  static let all = [
    TipRate(id: "none", basisPoints: 0),
    TipRate(id: "5", basisPoints: 500),
    TipRate(id: "10", basisPoints: 1000),
    TipRate(id: "15", basisPoints: 1500),
  ]

  /// The quote of a request with this tip, rounded half to even to whole minor units.
  func offer(for request: PaymentRequest) throws(FlowFailure) -> TipOffer {
    let tip: Money
    do throws(Money.ArithmeticError) {
      tip = try request.meal.portion(basisPoints: basisPoints)
    } catch {
      throw .refused("\(error)")
    }
    let quote = try Quote(request, tip: tip)
    guard basisPoints > 0 else { return TipOffer(quote, as: Choice(id: id, label: "No tip")) }
    let choice = Choice(id: id, label: "\(id) %", detail: tip.description)
    return TipOffer(quote, as: choice)
  }
}

/// The quote of a tip that can be chosen.
struct TipOffer: Choosable {
  let quote: Quote
  let choice: Choice

  init(_ quote: Quote, as choice: Choice) {
    self.quote = quote
    self.choice = choice
  }
}
