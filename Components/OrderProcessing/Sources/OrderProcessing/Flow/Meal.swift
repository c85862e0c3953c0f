import FlowKit
import Foundation

/// What was chosen on the options screen: all that an order will hold but its name and its time.
struct Meal: Sendable {
  enum Limit {
    static let dishes = 1...12
    static let quantity = 1...20
  }

  let dishes: [Dish]
  let lines: [OrderLine]
  let flavour: Flavour
  let total: Money

  init(_ portions: [(dish: Dish, quantity: Int)], flavour: Flavour) throws(FlowFailure) {
    dishes = portions.map(\.dish)
    lines = try portions.map { portion throws(FlowFailure) in
      try OrderLine(
        dish: portion.dish.id,
        name: portion.dish.name,
        cuisine: portion.dish.cuisine,
        quantity: portion.quantity,
        unitPrice: portion.dish.price
      )
    }
    self.flavour = flavour
    total = try lines.total()
  }

  /// The cuisine with the most portions; of several, the one that was chosen first.
  var cuisine: CuisineID {
    var portions: [CuisineID: Int] = [:]
    for line in lines { portions[line.cuisine, default: 0] += line.quantity }
    let most = portions.values.max()
    let leading = lines.first { portions[$0.cuisine] == most }
    guard let leading else { preconditionFailure("a meal has at least one line") }
    return leading.cuisine
  }

  /// What the dishes contain of the fourteen allergens, in the regulation's order.
  var allergens: [Allergen] {
    Set(dishes.flatMap(\.allergens)).sorted()
  }

  func quantity(of dish: DishID) -> Int? {
    lines.first { $0.dish == dish }?.quantity
  }

  func order(id: OrderID, placedAt: Date) throws(FlowFailure) -> Order {
    try Order(
      id: id,
      placedAt: placedAt,
      lines: lines,
      flavour: OrderFlavour(id: flavour.id, name: flavour.name)
    )
  }
}

/// The second screen: the meal's picture, its summary, and Done.
struct MealScreen: Sendable {
  let meal: Meal
  let menu: Menu
  let picture: Picture

  func present(on presenter: any Presenter) async throws -> Bool {
    try await presenter.show(page, key: "meal")
    return try await presenter.ask(
      .confirm(
        "done",
        "Done? Order this meal for \(meal.total)?",
        detail: "No leads back to the dishes and the flavour."
      )
    )
  }

  private var page: Page {
    let lines = meal.lines.map { line in
      Page.Line.field("\(line.quantity) × \(line.name)", line.price.description)
    }
    return Page(
      title: "Your \(meal.flavour.name.lowercased()) \(cuisines) meal",
      picture: picture,
      lines: lines + [
        .field("Total", meal.total.description, role: .strong),
        .gap,
        .field("Flavour", "\(meal.flavour.name): \(meal.flavour.effect)"),
        .field("Allergens", allergens, role: meal.allergens.isEmpty ? .plain : .warning),
      ]
    )
  }

  private var cuisines: String {
    let names = menu.cuisines
      .filter { cuisine in meal.dishes.contains { $0.cuisine == cuisine.id } }
      .map(\.name)
    return names.count > 2 ? "mixed" : names.joined(separator: " and ")
  }

  private var allergens: String {
    guard !meal.allergens.isEmpty else { return "none of the 14 that the EU lists" }
    return meal.allergens.map(\.name).joined(separator: ", ")
  }
}
