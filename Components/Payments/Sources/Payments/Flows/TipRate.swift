import FlowKit
import PaymentsInterface

/// A tip that is offered, as a part of the meal's price.
struct TipRate: Sendable {
  /// What scripts and command-line flags call it.
  let id: Choice.ID
  private let basisPoints: Int

  static let all = [
    TipRate(id: "5", basisPoints: 500),
    TipRate(id: "10", basisPoints: 1000),
    TipRate(id: "15", basisPoints: 1500),
  ]

  /// The tip on a meal, rounded half to even to whole minor units; `nil` if that is nothing.
  func offer(on meal: Money) throws(FlowFailure) -> TipOffer? {
    let tip: Money
    do throws(Money.ArithmeticError) {
      tip = try meal.portion(basisPoints: basisPoints)
    } catch {
      throw .refused("\(error)")
    }
    guard tip.minorUnits > 0 else { return nil }
    let nothing = Money.zero(tip.currency)
    let quote = try Quote(meal: nothing, fee: nothing, tip: tip, taxBasisPoints: 0)
    return TipOffer(quote: quote, choice: Choice(id: id, label: tip.description, detail: "\(id) %"))
  }
}

/// A tip that can be chosen; none has no quote.
struct TipOffer: Choosable {
  let quote: Quote?
  let choice: Choice

  static let none = TipOffer(quote: nil, choice: Choice(id: "none", label: "No tip"))
}
