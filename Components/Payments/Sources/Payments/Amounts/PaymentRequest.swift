public import FlowKit
import PaymentsInterface

/// What is to be paid for an order, before the person has chosen a tip and a card.
public struct PaymentRequest: Sendable, Hashable, Codable {
  /// The order that is paid.
  public let reference: OrderReference
  /// The meal's price, tax included.
  public let meal: Money
  /// The delivery's price, tax included.
  public let delivery: Money
  /// The tax that ``meal`` and ``delivery`` include, in hundredths of a per cent of the price
  /// without tax; 700 is 7 %.
  public let taxBasisPoints: Int

  /// Makes a request; the flow that is started with it checks the amounts.
  public init(reference: OrderReference, meal: Money, delivery: Money, taxBasisPoints: Int) {
    self.reference = reference
    self.meal = meal
    self.delivery = delivery
    self.taxBasisPoints = taxBasisPoints
  }
}

extension Quote {
  /// Computes the quote of a request with a tip.
  ///
  /// - Throws: as ``init(meal:delivery:tip:taxBasisPoints:)`` does.
  init(_ request: PaymentRequest, tip: Money) throws(FlowFailure) {
    try self.init(
      meal: request.meal,
      delivery: request.delivery,
      tip: tip,
      taxBasisPoints: request.taxBasisPoints
    )
  }
}
