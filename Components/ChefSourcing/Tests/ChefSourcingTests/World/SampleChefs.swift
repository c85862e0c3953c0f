import FlowKit
import Foundation

@testable import ChefSourcing

/// A small town on the equator, where a thousandth of a degree is about 111 metres.
enum Sample {
  static let thai = Cuisine(rawValue: "thai")
  static let italian = Cuisine(rawValue: "italian")
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let evening = time(.friday, 18, 30)
  static let alwaysOpen = hours(Weekday.allCases, "00:00-24:00")

  static let market = place("market", "Market")
  static let harbour = place("harbour", "Harbour", east: 0.02)
  static let city = City(
    name: "Equator",
    neighbourhoods: [harbour, market],
    centre: market.id,
    cuisines: [italian, thai]
  )
  static let greenCurry = SourcingRequest.Dish(name: "Green Curry", cuisine: thai)

  static func request(
    _ reference: String = "order-1",
    dishes: [SourcingRequest.Dish] = [greenCurry],
    place: Place? = nil,
    wanted: LocalTime = evening
  ) -> SourcingRequest {
    SourcingRequest(orderReference: reference, dishes: dishes, place: place, wanted: wanted)
  }

  static func place(_ id: String, _ name: String, east: Double = 0) -> Place {
    Place(id: Place.ID(rawValue: id), name: name, coordinates: point(east: east))
  }

  static func chef(
    _ id: String,
    cuisines: [Cuisine] = [thai],
    skills: [String] = [],
    east: Double = 0.01,
    stars hundredths: Int = 450,
    ratings: Int = 100,
    fee: Int64 = 500,
    hours: WeeklyHours = alwaysOpen,
    reach: Int = 5_000
  ) -> Chef {
    Chef(
      id: Chef.ID(rawValue: id),
      name: id.prefix(1).uppercased() + id.dropFirst(),
      cuisines: cuisines,
      skills: skills,
      kitchen: point(east: east),
      neighbourhood: "Market",
      rating: Rating(hundredths: hundredths, count: ratings) ?? .none,
      fee: Money(minorUnits: fee, currency: .eur),
      hours: hours,
      reach: Distance(metres: reach)
    )
  }

  /// An offer of an order to a chef, as the flow makes it, for a minute.
  static func offer(
    to chef: String = "mai",
    for order: String = "order-1",
    madeAt: Date = now
  ) -> ChefOffer {
    let chef = Sample.chef(chef)
    let distance = Distance(metres: 1_000)
    let score = ChefScore(of: chef, for: [greenCurry], distance: distance)
    return ChefOffer(
      to: RankedChef(chef: chef, distance: distance, score: score),
      for: request(order),
      destination: market,
      madeAt: madeAt,
      within: .seconds(60)
    )
  }

  /// The flow on the bundled city, with simulated kitchens.
  static func standardFlow(
    _ environment: [String: String] = [:],
    offers: OfferStore = .inMemory()
  ) throws -> SourcingFlow {
    try .standard(offers: offers, isSimulated: true, environment: environment, now: { now })
  }

  static func hours(_ weekdays: [Weekday], _ texts: String...) -> WeeklyHours {
    let hours = texts.compactMap(OpeningHours.init)
    precondition(hours.count == texts.count, "the sample's hours are well-formed")
    return WeeklyHours(Dictionary(uniqueKeysWithValues: weekdays.map { ($0, hours) }))
  }

  static func time(_ weekday: Weekday, _ hour: Int, _ minute: Int = 0) -> LocalTime {
    guard let time = LocalTime(weekday, hour: hour, minute: minute) else {
      preconditionFailure("the sample's times exist")
    }
    return time
  }

  static func point(north: Double = 0, east: Double = 0) -> Coordinates {
    guard let point = Coordinates(latitude: north, longitude: east) else {
      preconditionFailure("the sample's points are on the earth")
    }
    return point
  }
}
