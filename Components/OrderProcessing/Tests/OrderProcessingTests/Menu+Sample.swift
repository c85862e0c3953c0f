import FlowKit
import Foundation
import OrderProcessing

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
      allergens: allergens
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
