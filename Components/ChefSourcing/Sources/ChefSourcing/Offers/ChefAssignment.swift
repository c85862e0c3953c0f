public import FlowKit
public import Foundation

/// The chef who cooks an order.
public struct ChefAssignment: Sendable, Hashable, Codable {
  public let orderReference: String
  public let chefID: Chef.ID
  public let chefName: String
  public let neighbourhood: String
  public let destination: String
  /// Why this chef, such as `4.9 stars, cooks Thai, 1.2 km away`.
  public let explanation: String
  public let distance: Distance
  public let fee: Money
  /// Minutes from ``assignedAt`` until the meal arrives, which the chef promised by accepting.
  public let etaMinutes: Int
  public let assignedAt: Date

  /// When the meal is due at its destination.
  public var due: Date { assignedAt.addingTimeInterval(Double(etaMinutes) * 60) }
}

extension ChefAssignment {
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
