import FlowKit
import Foundation

@testable import ChefSourcing

/// A flow on a sample town, with hold of all that is behind it.
struct SourcingWorld {
  let answers: ScriptedAnswers
  let store = OfferStore.inMemory()
  let clock = ManualClock()
  let adapters: SourcingAdapters
  var flow: SourcingFlow { SourcingFlow(adapters) }

  /// Anna ranks before Bruno, Bruno before Carla.
  static let chefs = [
    Sample.chef("bruno", stars: 440),
    Sample.chef("anna", stars: 490),
    Sample.chef("carla", stars: 400),
  ]

  init(
    _ behaviours: [String: ScriptedAnswers.Behaviour] = [:],
    chefs: [Chef] = chefs,
    offers: (OfferStore)? = nil,
    friends: ScriptedFriends? = nil
  ) {
    let offers = offers ?? store
    answers = ScriptedAnswers(behaviours, in: offers)
    var adapters = SourcingAdapters(offers: offers, now: { Sample.now })
    adapters.chefs = { _ in chefs }
    adapters.answers = answers.answer
    adapters.answerLimit = .seconds(60)
    adapters.clock = clock
    if let friends { adapters.recommendations = { try await friends.answer() } }
    adapters.city = { Sample.city }
    if let timeZone = TimeZone(secondsFromGMT: 0) { adapters.timeZone = timeZone }
    self.adapters = adapters
  }

  /// Who was asked for the sample order, and what came of it.
  var states: [String] {
    get async throws {
      try await store.offers(ofOrder: "order-1").map { record in
        let state =
          switch record.state {
          case .open: "open"
          case .accepted: "accepted"
          case .declined: "declined"
          case .withdrawn: "withdrawn"
          }
        return "\(record.offer.chefID.rawValue) \(state)"
      }
    }
  }

  /// Has a chef accept the sample order in another run.
  func accept(as id: String) async throws -> ChefAssignment {
    let ranking = ChefRanking(
      of: Self.chefs.filter { $0.id.rawValue == id },
      for: [Sample.greenCurry],
      to: Sample.market.coordinates,
      at: Sample.evening
    )
    let offer = ChefOffer(
      to: ranking.chefs[0],
      for: Sample.request(),
      destination: Sample.market,
      madeAt: Sample.now,
      within: .seconds(60)
    )
    return try await ChefDesk(offers: store, now: { Sample.now }).accept(try await store.put(offer))
  }

  /// What the flow answers for a sample chef who accepts.
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
