import FlowKit
import FlowTesting
import Foundation

@testable import OrderProcessing

extension OrderFlow {
  static let sampleTime = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// A flow on the sample menu and the bundled pictures.
  static func sample(
    store: @escaping @Sendable (Order) async throws -> Void = { _ in },
    newID: @escaping @Sendable () -> OrderID = { OrderID(rawValue: "order-1") }
  ) -> OrderFlow {
    OrderFlow(
      menu: { try Menu.sample() },
      picture: { try MealPicture.bundled(for: $0) },
      store: store,
      now: { sampleTime },
      newID: newID
    )
  }
}

extension OrderParameters {
  static func sample(
    cuisine: String? = nil,
    dishes: [(String, Int?)] = [],
    flavour: String? = nil
  ) -> OrderParameters {
    OrderParameters(
      cuisine: cuisine.map(CuisineID.init(rawValue:)),
      dishes: dishes.map { PreselectedDish(DishID(rawValue: $0.0), quantity: $0.1) },
      flavour: flavour.map(FlavourID.init(rawValue:))
    )
  }
}

extension ScriptedAnswer {
  static func dishes(_ ids: String...) -> Self { Self("dish", .choices(ids)) }
  static func quantity(_ quantity: Int) -> Self { Self("quantity", .quantity(quantity)) }
  static func flavour(_ id: String) -> Self { Self("flavour", .choice(id)) }
  static func done(_ yes: Bool) -> Self { Self("done", .confirmed(yes)) }
}

extension Order {
  /// An order of one line; `seconds` counts from the reference date.
  static func sample(_ id: String, at seconds: Double = 0, quantity: Int = 1) throws -> Order {
    try Order(
      id: OrderID(rawValue: id),
      placedAt: Date(timeIntervalSinceReferenceDate: seconds),
      lines: [.sample("pad-thai", quantity: quantity)],
      flavour: OrderFlavour(id: FlavourID(rawValue: "smoky"), name: "Smoky")
    )
  }
}

extension OrderLine {
  /// A line of a dish at 11.90 in `currency`.
  static func sample(
    _ dish: String,
    quantity: Int = 1,
    minorUnits: Int64 = 1190,
    currency: Currency = .eur
  ) throws -> OrderLine {
    try OrderLine(
      dish: DishID(rawValue: dish),
      name: dish.capitalized,
      cuisine: CuisineID(rawValue: "thai"),
      quantity: quantity,
      unitPrice: Money(minorUnits: minorUnits, currency: currency)
    )
  }
}

extension Dish {
  static func sample(
    _ id: String,
    of cuisine: String = "thai",
    minorUnits: Int64 = 1000,
    currency: Currency = .eur,
    allergens: Set<Allergen> = []
  ) -> Dish {
    Dish(
      id: DishID(rawValue: id),
      name: id.capitalized,
      cuisine: CuisineID(rawValue: cuisine),
      price: Money(minorUnits: minorUnits, currency: currency),
      allergens: allergens,
      diet: nil,
      spiciness: nil,
      summary: "",
      keywords: []
    )
  }
}

extension Flavour {
  static func sample(
    _ id: String,
    accent: Picture.Colour = .init(red: 0, green: 0, blue: 0)
  ) -> Flavour {
    Flavour(id: FlavourID(rawValue: id), name: id.capitalized, effect: "is \(id)", accent: accent)
  }
}

extension Cuisine {
  static func sample(_ id: String) -> Cuisine {
    Cuisine(id: CuisineID(rawValue: id), name: id.capitalized)
  }
}

extension Menu {
  /// Three Thai dishes, an Italian one that shares an allergen with them, and two flavours.
  static func sample() throws -> Menu {
    try Menu(
      cuisines: [.sample("thai"), .sample("italian")],
      dishes: [
        .sample("noodles", minorUnits: 1190, allergens: [.soya, .eggs]),
        .sample("curry", minorUnits: 1290, allergens: [.fish]),
        .sample("rice", minorUnits: 300),
        .sample("pizza", of: "italian", minorUnits: 990, allergens: [.milk, .gluten, .eggs]),
      ],
      flavours: [.sample("classic"), .sample("smoky")]
    )
  }
}
