public import FlowKit

/// Something to eat, as the menu offers it.
public struct Dish: Sendable, Hashable, Decodable, Identifiable {
  /// Names the dish in links, flags and orders.
  public let id: DishID
  public let name: String
  /// Where it comes from.
  public let cuisine: CuisineID
  public let price: Money
  /// What it contains of the fourteen.
  public let allergens: Set<Allergen>
  /// Nil for a dish with meat or fish.
  public let diet: Diet?
  /// Nil for a dish that is not hot at all.
  public let spiciness: Spiciness?
  public let summary: String
  /// Further words by which a search finds it.
  public let keywords: [String]

}

/// Names a dish of the menu: lower-case words with hyphens.
public typealias DishID = Identifier<Dish>

/// Who besides everyone else can eat a dish.
public enum Diet: String, Sendable, Hashable, Codable, CaseIterable {
  case vegetarian
  /// Without anything from an animal.
  case vegan
}

/// How hot a dish is when it is cooked as its cuisine knows it.
public enum Spiciness: String, Sendable, Hashable, Codable, CaseIterable {
  case mild
  case medium
  case hot

  public var name: String {
    self == .medium ? "medium hot" : rawValue
  }
}

/// One of the fourteen allergens that food in the EU must declare (Regulation 1169/2011, annex II).
public enum Allergen: String, Sendable, Hashable, Codable, CaseIterable {
  case gluten
  case crustaceans
  case eggs
  case fish
  case peanuts
  case soya
  case milk
  case treeNuts = "tree-nuts"
  case celery
  case mustard
  case sesame
  case sulphites
  case lupin
  case molluscs

  public var name: String {
    self == .treeNuts ? "tree nuts" : rawValue
  }
}

extension Allergen: Comparable {
  /// The order in which the regulation lists them.
  public static func < (first: Allergen, second: Allergen) -> Bool {
    first.place < second.place
  }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.endIndex }
}

/// A way of cooking that dishes of the menu belong to.
public struct Cuisine: Sendable, Hashable, Identifiable, Codable {
  /// Names the cuisine in links, and its picture.
  public let id: CuisineID
  public let name: String
}

/// Names a cuisine of the menu: lower-case words with hyphens.
public typealias CuisineID = Identifier<Cuisine>

/// What a whole meal can taste of; one goes for all its dishes.
public struct Flavour: Sendable, Hashable, Decodable, Identifiable {
  /// Names the flavour in links, flags and orders.
  public let id: FlavourID
  public let name: String
  /// What the cook does to every dish.
  public let effect: String
  /// The colour that it gives the meal's picture.
  public let accent: Picture.Colour
}

extension Flavour: Choosable {
  /// The flavour with its effect.
  public var choice: Choice { Choice(id: id.rawValue, label: name, detail: effect) }
}

/// Names a flavour of the menu: lower-case words with hyphens.
public typealias FlavourID = Identifier<Flavour>
