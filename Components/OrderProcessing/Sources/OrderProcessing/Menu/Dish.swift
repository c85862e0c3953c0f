public import FlowKit

/// Something to eat, as the menu offers it.
public struct Dish: Sendable, Hashable, Identifiable {
  /// Names the dish in links, flags and orders.
  public let id: DishID
  /// What a person reads.
  public let name: String
  /// Where it comes from.
  public let cuisine: CuisineID
  /// The price of one portion.
  public let price: Money
  /// What it contains of the fourteen, in the regulation's order.
  public let allergens: [Allergen]
  /// Nil for a dish with meat or fish.
  public let diet: Diet?
  /// Nil for a dish that is not hot at all.
  public let spiciness: Spiciness?
  /// What is in it, in a few words.
  public let summary: String
  /// Further words by which a search finds it.
  public let keywords: [String]

  /// Makes a dish, putting its allergens in order.
  public init(
    id: DishID,
    name: String,
    cuisine: CuisineID,
    price: Money,
    allergens: Set<Allergen> = [],
    diet: Diet? = nil,
    spiciness: Spiciness? = nil,
    summary: String = "",
    keywords: [String] = []
  ) {
    self.id = id
    self.name = name
    self.cuisine = cuisine
    self.price = price
    self.allergens = allergens.sorted()
    self.diet = diet
    self.spiciness = spiciness
    self.summary = summary
    self.keywords = keywords
  }
}
