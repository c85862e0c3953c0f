public import FlowKit

/// An order as it is put to a chef.
public struct ChefOffer: Sendable, Hashable {
  /// What the starter of the flow calls the order.
  public let orderReference: String
  /// Who is asked.
  public let chefID: Chef.ID
  /// What is to be cooked.
  public let dishes: [SourcingRequest.Dish]
  /// How far the meal has to travel.
  public let distance: Distance
  /// When the meal is wanted.
  public let wanted: LocalTime
  /// What the chef gets.
  public let fee: Money

  /// Makes an offer.
  public init(
    orderReference: String,
    chefID: Chef.ID,
    dishes: [SourcingRequest.Dish],
    distance: Distance,
    wanted: LocalTime,
    fee: Money
  ) {
    self.orderReference = orderReference
    self.chefID = chefID
    self.dishes = dishes
    self.distance = distance
    self.wanted = wanted
    self.fee = fee
  }
}
