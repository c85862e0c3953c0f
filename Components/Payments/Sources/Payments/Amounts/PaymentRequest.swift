public import FlowKit

/// What is to be paid for an order, before the person has chosen a card.
public struct PaymentRequest: Sendable, Hashable, Codable {
  /// The order that is paid.
  public let reference: OrderReference
  /// The meal's price, tax included.
  public let meal: Money
  /// What the chef takes for cooking and delivery, tax included.
  public let fee: Money
  /// The tax that ``meal`` and ``fee`` include, in hundredths of a per cent of the price
  /// without tax; 700 is 7 %.
  public let taxBasisPoints: Int

  /// Makes a request; the flow that is started with it checks the amounts.
  public init(reference: OrderReference, meal: Money, fee: Money, taxBasisPoints: Int) {
    self.reference = reference
    self.meal = meal
    self.fee = fee
    self.taxBasisPoints = taxBasisPoints
  }
}
