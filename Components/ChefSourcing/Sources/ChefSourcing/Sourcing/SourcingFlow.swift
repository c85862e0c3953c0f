public import FlowKit

/// Finds a chef for an order: asks where the meal goes and who should cook, puts the offer to that
/// chef, and to the next best for as long as chefs decline or do not answer.
///
/// An order that a chef has accepted is answered with that, without a question.
public struct SourcingFlow: SequentialFlow {
  public typealias Parameters = SourcingRequest
  public typealias Output = ChefAssignment

  let adapters: SourcingAdapters

  public init(_ adapters: SourcingAdapters) {
    self.adapters = adapters
  }

  public func run(
    _ request: SourcingRequest,
    on presenter: any Presenter
  ) async throws -> ChefAssignment {
    try request.validate()
    let orderReference = request.orderReference
    if let standing = try await adapters.offers.assignment(forOrder: orderReference) {
      await show(standing, on: presenter)
      return standing
    }
    let (ranking, destination, problem) = try await adapters.ranking(for: request, on: presenter)
    var search = try ChefSearch(ranking, for: request, to: destination, lacking: problem)
    var candidate = try await presenter.ask(search.chefQuestion())
    while true {
      try await presenter.show(SourcingPages.asking(candidate), key: "asking")
      let record = try await OfferDesk(adapters: adapters)
        .ask(candidate, for: request, to: destination)
      if case .accepted(let instant) = record.state {
        let assignment = ChefAssignment(of: record.offer, at: instant)
        await show(assignment, on: presenter)
        return assignment
      }
      try await presenter.show(SourcingPages.refusal(candidate, record.state), key: "offer")
      let next = try search.next(after: candidate, record.state)
      let goesOn = try await presenter.ask(SourcingPages.nextChefQuestion(next))
      candidate = goesOn ? next : try await presenter.ask(search.chefQuestion())
    }
  }

  /// Shows what is settled: whatever happens to the page, the chef has the order.
  ///
  /// The page does not wait: who backed out of it would go unheard, and does so at the next question.
  private func show(_ assignment: ChefAssignment, on presenter: any Presenter) async {
    try? await presenter.show(SourcingPages.assignment(assignment), key: "assignment")
  }
}

extension SourcingAdapters {
  /// Asks where the meal goes, unless the request says so, and ranks the chefs for it.
  func ranking(
    for request: SourcingRequest,
    on presenter: any Presenter
  ) async throws -> (ranking: ChefRanking, destination: Place, problem: String?) {
    // The friends are asked while the person says where the meal goes.
    async let answer = askFriends()
    let destination = try await self.destination(of: request, on: presenter)
    let (friends, problem) = await answer
    let ranking = ChefRanking(
      of: try await chefs(destination.coordinates),
      for: request.dishes,
      to: destination.coordinates,
      at: request.wanted,
      recommendedBy: friends
    )
    return (ranking, destination, problem)
  }

  /// Asks the friends, and returns no recommendations but the problem rather than keep an order
  /// waiting.
  private func askFriends() async -> (friends: [Chef.ID: Int], problem: String?) {
    guard let recommendations else { return ([:], nil) }
    do {
      let limit = recommendationLimit
      let friends = try await clock.answer(within: limit, recommendations)
      return friends.map { ($0, nil) } ?? ([:], "there was no answer within \(limit)")
    } catch {
      return ([:], (error as? FlowFailure)?.message ?? "\(error)")
    }
  }

  private func destination(
    of request: SourcingRequest,
    on presenter: any Presenter
  ) async throws -> Place {
    if let place = request.place { return place }
    let city = try self.city()
    return try await presenter.ask(
      .chooseOne(
        "place",
        "Where in \(city.name) should the meal go?",
        from: city.neighbourhoods,
        suggested: city.neighbourhoods.first { $0.id == city.centre }
      )
    )
  }
}

extension SourcingFlow: LinkedFlow {
  /// Links to this flow are `chef/CUISINE?order=ORDER`, with the neighbourhood as `place` if it is
  /// known; without an order, the link is ``ChefListFlow``'s.
  public static let linkName = "chef"
  public static let linkExamples = [
    "chef/thai?order=ORDER", "chef/thai", "chef/thai?place=old-harbour",
  ]

  public func parameters(for link: FlowLink) throws -> SourcingRequest {
    try adapters.request(for: link)
  }
}

extension SourcingAdapters {
  /// Reads `CUISINE?place=PLACE&order=ORDER`; the request of a link without an order names none.
  func request(for link: FlowLink) throws -> SourcingRequest {
    try link.expect(pathCount: 1...1, queryNames: ["order", "place"])
    let city = try self.city()
    let cuisine = Cuisine(rawValue: link.path.joined())
    guard city.cuisines.contains(cuisine) else {
      throw unknown("cuisine", cuisine.rawValue, among: city.cuisines.map(\.rawValue))
    }
    let place = try link.query["place"].map { name in
      guard let place = city.neighbourhoods.first(where: { $0.id.rawValue == name }) else {
        throw unknown("place", name, among: city.neighbourhoods.map(\.id.rawValue))
      }
      return place
    }
    return SourcingRequest(
      orderReference: link.query["order"] ?? "",
      dishes: [SourcingRequest.Dish(name: "\(cuisine.label) meal", cuisine: cuisine)],
      place: place,
      wanted: LocalTime(now(), in: timeZone)
    )
  }

  private func unknown(_ kind: String, _ name: String, among names: [String]) -> FlowFailure {
    FlowFailure(
      .unknownLink,
      "unknown \(kind) '\(name)' in the link",
      help: nearestHelp(to: name, among: names)
    )
  }
}
