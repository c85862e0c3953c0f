public import FlowKit

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
