import FlowKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@testable import ChefSourcing

/// A flow on a sample town, with hold of all that is behind it.
struct SourcingWorld {
  let offers: ScriptedOffers
  let store: any AssignmentStore
  let clock = ManualClock()
  let flow: SourcingFlow

  /// Anna ranks before Bruno, Bruno before Carla.
  static let chefs = [
    Sample.chef("bruno", stars: 440),
    Sample.chef("anna", stars: 490),
    Sample.chef("carla", stars: 400),
  ]

  init(
    _ behaviours: [String: ScriptedOffers.Behaviour] = [:],
    chefs: [Chef] = chefs,
    store: any AssignmentStore = InMemoryAssignmentStore(),
    friends: (any FriendRecommendations)? = nil
  ) {
    offers = ScriptedOffers(behaviours)
    self.store = store
    var adapters = SourcingAdapters(assignments: store, now: { Sample.now })
    adapters.directory = FixedDirectory(all: chefs)
    adapters.offers = offers
    adapters.answerLimit = .seconds(60)
    adapters.clock = clock
    adapters.recommendations = friends
    adapters.city = { Sample.city }
    if let timeZone = TimeZone(secondsFromGMT: 0) { adapters.timeZone = timeZone }
    adapters.makeReference = { "made-1" }
    flow = SourcingFlow(adapters)
  }

  /// What the flow saves for a sample chef who promises 30 minutes.
  static func assignment(of id: String, stars: String, destination: Place = Sample.market)
    -> ChefAssignment
  {
    ChefAssignment(
      orderReference: "order-1",
      chefID: Chef.ID(rawValue: id),
      chefName: id.prefix(1).uppercased() + id.dropFirst(),
      neighbourhood: "Market",
      destination: destination.name,
      explanation: "\(stars) stars, cooks Thai, 1.1 km away",
      distance: Distance(metres: 1_112),
      fee: Money(minorUnits: 500, currency: .eur),
      etaMinutes: 30,
      assignedAt: Sample.now
    )
  }
}
