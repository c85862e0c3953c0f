public import FlowKit

/// Everything that can be ordered.
public struct Menu: Sendable, Hashable {
  /// In the order in which the menu shows them; each has at least one dish.
  public let cuisines: [Cuisine]
  /// In the order in which the menu shows them.
  public let dishes: [Dish]
  /// In the order in which the menu shows them; the first is the usual one.
  public let flavours: [Flavour]

  /// Makes a menu.
  ///
  /// - Throws: ``FlowFailure/Code/damagedMenu`` naming what does not fit together: nothing to
  ///   order, an identifier that is taken twice or is no lower-case words with hyphens, a dish of
  ///   an unknown cuisine or without a price, a cuisine without dishes, prices in two currencies.
  public init(cuisines: [Cuisine], dishes: [Dish], flavours: [Flavour]) throws(FlowFailure) {
    self.cuisines = cuisines
    self.dishes = dishes
    self.flavours = flavours
    try check()
  }

  public func dish(_ id: DishID) -> Dish? {
    dishes.first { $0.id == id }
  }

  public func flavour(_ id: FlavourID) -> Flavour? {
    flavours.first { $0.id == id }
  }

  public func cuisine(_ id: CuisineID) -> Cuisine? {
    cuisines.first { $0.id == id }
  }

  /// The dishes of one cuisine, or all without one.
  public func dishes(of cuisine: CuisineID?) -> [Dish] {
    guard let cuisine else { return dishes }
    return dishes.filter { $0.cuisine == cuisine }
  }

  private func check() throws(FlowFailure) {
    guard !dishes.isEmpty, !flavours.isEmpty else {
      throw damaged("it has \(dishes.count) dishes and \(flavours.count) flavours")
    }
    try check(cuisines.map(\.id.rawValue), of: "cuisine")
    try check(dishes.map(\.id.rawValue), of: "dish")
    try check(flavours.map(\.id.rawValue), of: "flavour")
    for dish in dishes {
      guard cuisine(dish.cuisine) != nil else {
        throw damaged("dish '\(dish.id)' is of the unknown cuisine '\(dish.cuisine)'")
      }
      guard dish.price.minorUnits > 0, dish.price.currency == dishes[0].price.currency else {
        throw damaged("dish '\(dish.id)' costs '\(dish.price)'")
      }
    }
    if let empty = cuisines.first(where: { dishes(of: $0.id).isEmpty }) {
      throw damaged("cuisine '\(empty.id)' has no dish")
    }
  }

  private func check(_ ids: [String], of kind: String) throws(FlowFailure) {
    var seen: Set<String> = []
    for id in ids {
      guard id.isHyphenatedWords else {
        throw damaged("\(kind) '\(id)' is not named by lower-case words with hyphens")
      }
      guard seen.insert(id).inserted else { throw damaged("\(kind) '\(id)' is there twice") }
    }
  }

  private func damaged(_ reason: String) -> FlowFailure {
    FlowFailure(.damagedMenu, "the menu is damaged: \(reason)")
  }

  /// The menu that comes with the component; read once, at the first call.
  public static func bundled() throws(FlowFailure) -> Menu {
    try loaded.get()
  }

  private static let loaded = Result { () throws(FlowFailure) in
    try BundledFile("menu.json").decoded(as: Menu.self)
  }

  /// The cuisines as a person chooses them, and as mistyped ones are looked for.
  var cuisineChoices: [Choice] {
    cuisines.map { Choice(id: $0.id.rawValue, label: $0.name) }
  }

  var flavourChoices: [Choice] {
    flavours.map(\.choice)
  }

  func dishChoices(of cuisine: CuisineID? = nil) -> [Choice] {
    dishOffers(of: cuisine).map(\.choice)
  }

  func dishOffers(of cuisine: CuisineID? = nil) -> [DishOffer] {
    dishes(of: cuisine).map { dish in
      let cuisine = self.cuisine(dish.cuisine)?.name ?? dish.cuisine.rawValue
      let marks = [dish.diet?.rawValue, dish.spiciness?.name].compactMap(\.self)
      let choice = Choice(
        id: dish.id.rawValue,
        label: dish.name,
        detail: ([dish.price.description, cuisine] + marks).joined(separator: ", "),
        keywords: dish.keywords + [dish.summary]
      )
      return DishOffer(dish: dish, choice: choice)
    }
  }
}

struct DishOffer: Choosable {
  let dish: Dish
  let choice: Choice
}

extension Menu: Decodable {
  private enum CodingKeys: String, CodingKey {
    case cuisines, dishes, flavours
  }

  /// Reads a menu, with the checks of a new one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      cuisines: try container.decode([Cuisine].self, forKey: .cuisines),
      dishes: try container.decode([Dish].self, forKey: .dishes),
      flavours: try container.decode([Flavour].self, forKey: .flavours)
    )
  }
}

extension BundledFile {
  init(_ path: String) {
    self.init(path, inBundle: "OrderProcessing_OrderProcessing", damage: .damagedMenu)
  }
}

extension String {
  /// Whether it is words of lower-case ASCII letters and digits with single hyphens between them,
  /// so that it can stand in a link, a flag and a file name.
  var isHyphenatedWords: Bool {
    split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
    }
  }
}
