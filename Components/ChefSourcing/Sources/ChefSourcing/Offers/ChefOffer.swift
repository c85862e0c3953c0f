public import FlowKit
public import Foundation

/// An order as it is offered to a chef.
public struct ChefOffer: Sendable, Hashable, Codable {
  public let orderReference: String
  public let chefID: Chef.ID
  public let chefName: String
  public let neighbourhood: String
  public let destination: String
  /// Why this chef, such as `4.9 stars, cooks Thai, 1.2 km away`.
  public let explanation: String
  public let dishes: [SourcingRequest.Dish]
  public let distance: Distance
  public let fee: Money
  /// Minutes from the acceptance until the meal is due at its destination.
  public let etaMinutes: Int
  /// When the offer was made, in whole milliseconds.
  public let madeAt: Date
  /// Until when the chef may answer, in whole milliseconds.
  public let answerBy: Date

  init(
    to candidate: RankedChef,
    for request: SourcingRequest,
    destination: Place,
    madeAt: Date,
    within limit: Duration
  ) {
    orderReference = request.orderReference
    chefID = candidate.chef.id
    chefName = candidate.chef.name
    neighbourhood = candidate.chef.neighbourhood
    self.destination = destination.name
    explanation = candidate.explanation
    dishes = request.dishes
    distance = candidate.distance
    fee = candidate.chef.fee
    etaMinutes = Self.cookingMinutes + min(candidate.distance.metres, 100_000) * 4 / 1_000
    self.madeAt = madeAt
    answerBy = madeAt.addingTimeInterval(limit / .seconds(1))
  }

  /// How long a meal takes in the kitchen; the way takes four minutes a kilometre.
  private static let cookingMinutes = 26
}

/// An offer with its answer, as it is stored.
public struct OfferRecord: Sendable, Hashable {
  public let offer: ChefOffer
  /// Its number among the offers of its order, from 1.
  public let number: Int
  public var state: OfferState

  public init(_ offer: ChefOffer, number: Int, state: OfferState = .open) {
    self.offer = offer
    self.number = number
    self.state = state
  }

  public func isOpen(at instant: Date) -> Bool {
    state == .open && instant < offer.answerBy
  }
}

/// What came of an offer; every state but ``open`` is final.
public enum OfferState: Sendable, Hashable {
  case open
  case accepted(at: Date)
  /// The chef does not, for a reason in words such as `the oven is full tonight`.
  case declined(reason: String)
  /// The customer's side took the offer back, after the time limit for example.
  case withdrawn
}

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
