import FlowKit
import PaymentsInterface

/// A tip that is offered with a meal, as a part of the meal's price.
struct TipRate: Sendable {
  /// What scripts and command-line flags call it.
  let id: Choice.ID
  private let basisPoints: Int

  static let all = [
    TipRate(id: "none", basisPoints: 0),
    TipRate(id: "5", basisPoints: 500),
    TipRate(id: "10", basisPoints: 1000),
    TipRate(id: "15", basisPoints: 1500),
  ]

  /// The quote of a request with this tip, rounded half to even to whole minor units.
  func quote(_ request: PaymentRequest) throws(FlowFailure) -> Quote {
    let tip: Money
    do throws(Money.ArithmeticError) {
      tip = try request.meal.portion(basisPoints: basisPoints)
    } catch {
      throw .refused("\(error)")
    }
    return try Quote(request, tip: tip)
  }

  /// How the tip is offered, given its quote.
  func choice(_ quote: Quote) -> Choice {
    guard basisPoints > 0 else { return Choice(id: id, label: "No tip") }
    return Choice(id: id, label: "\(id) %", detail: quote.tip.description)
  }
}
