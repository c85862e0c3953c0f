import FlowKit

/// The menu as its file spells it: one currency for all, prices in minor units.
struct MenuFile: Decodable {
  let currency: Currency
  let cuisines: [Cuisine]
  let dishes: [DishEntry]
  let flavours: [FlavourEntry]

  struct DishEntry: Decodable {
    let id: DishID
    let name: String
    let cuisine: CuisineID
    let price: Int64
    let allergens: Set<Allergen>
    let diet: Diet?
    let spiciness: Spiciness?
    let summary: String
    let keywords: [String]
  }

  struct FlavourEntry: Decodable {
    let id: FlavourID
    let name: String
    let effect: String
    let accent: String
  }

  func menu() throws(FlowFailure) -> Menu {
    try Menu(
      cuisines: cuisines,
      dishes: dishes.map { $0.dish(in: currency) },
      flavours: flavours.map { entry throws(FlowFailure) in try entry.flavour() }
    )
  }
}

extension MenuFile.DishEntry {
  fileprivate func dish(in currency: Currency) -> Dish {
    Dish(
      id: id,
      name: name,
      cuisine: cuisine,
      price: Money(minorUnits: price, currency: currency),
      allergens: allergens,
      diet: diet,
      spiciness: spiciness,
      summary: summary,
      keywords: keywords
    )
  }
}

extension MenuFile.FlavourEntry {
  fileprivate func flavour() throws(FlowFailure) -> Flavour {
    guard let colour = Picture.Colour(hexadecimal: accent) else {
      throw FlowFailure(
        .damagedMenu,
        "the menu is damaged: flavour '\(id)' has the accent '\(accent)', expected '#rrggbb'"
      )
    }
    return Flavour(id: id, name: name, effect: effect, accent: colour)
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
