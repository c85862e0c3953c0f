import FlowKit

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
