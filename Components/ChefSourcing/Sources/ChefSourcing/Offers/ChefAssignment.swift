public import FlowKit
public import Foundation

/// The chef who cooks an order.
public struct ChefAssignment: Sendable, Hashable, Codable {
  /// What the starter of the flow calls the order.
  public let orderReference: String
  /// Who cooks.
  public let chefID: Chef.ID
  /// What people call the chef.
  public let chefName: String
  /// The name of the neighbourhood that the chef cooks in.
  public let neighbourhood: String
  /// The name of the place that the meal goes to.
  public let destination: String
  /// Why this chef, such as `4.9 stars, cooks Thai, 1.2 km away`.
  public let explanation: String
  /// How far the kitchen is from where the meal goes.
  public let distance: Distance
  /// What the chef takes for the order.
  public let fee: Money
  /// Minutes from ``assignedAt`` until the meal arrives, which the chef promised by accepting.
  public let etaMinutes: Int
  /// When the chef accepted.
  public let assignedAt: Date

  public init(
    orderReference: String,
    chefID: Chef.ID,
    chefName: String,
    neighbourhood: String,
    destination: String,
    explanation: String,
    distance: Distance,
    fee: Money,
    etaMinutes: Int,
    assignedAt: Date
  ) {
    self.orderReference = orderReference
    self.chefID = chefID
    self.chefName = chefName
    self.neighbourhood = neighbourhood
    self.destination = destination
    self.explanation = explanation
    self.distance = distance
    self.fee = fee
    self.etaMinutes = etaMinutes
    self.assignedAt = assignedAt
  }

  /// When the meal is due at its destination.
  public var due: Date { assignedAt.addingTimeInterval(Double(etaMinutes) * 60) }

  /// Makes the assignment of an offer that was accepted at an instant.
  public init(of offer: ChefOffer, at instant: Date) {
    self.init(
      orderReference: offer.orderReference,
      chefID: offer.chefID,
      chefName: offer.chefName,
      neighbourhood: offer.neighbourhood,
      destination: offer.destination,
      explanation: offer.explanation,
      distance: offer.distance,
      fee: offer.fee,
      etaMinutes: offer.etaMinutes,
      assignedAt: instant
    )
  }
}
