import FlowKit

/// The first screen: which dishes, how many of each, and the flavour of them all.
struct OptionsScreen: Sendable {
  let menu: Menu
  let cuisine: Cuisine?

  /// Asks what the preset leaves open.
  func choose(_ preset: Preset, on presenter: any Presenter) async throws -> Meal {
    let dishes =
      preset.dishes.isEmpty ? try await askDishes(on: presenter).map { ($0, nil) } : preset.dishes
    var portions: [(dish: Dish, quantity: Int)] = []
    for (dish, quantity) in dishes {
      if let quantity {
        portions.append((dish, quantity))
      } else {
        portions.append((dish, try await askQuantity(of: dish, suggested: 1, on: presenter)))
      }
    }
    if let flavour = preset.flavour { return try Meal(portions, flavour: flavour) }
    let flavour = try await askFlavour(suggested: menu.flavours.first?.id, on: presenter)
    return try Meal(portions, flavour: flavour)
  }

  func change(_ meal: Meal, on presenter: any Presenter) async throws -> Meal {
    var portions: [(dish: Dish, quantity: Int)] = []
    for dish in try await askDishes(preselecting: meal.dishes, on: presenter) {
      let earlier = meal.quantity(of: dish.id) ?? 1
      portions.append((dish, try await askQuantity(of: dish, suggested: earlier, on: presenter)))
    }
    let flavour = try await askFlavour(suggested: meal.flavour.id, on: presenter)
    return try Meal(portions, flavour: flavour)
  }

  private func askDishes(
    preselecting chosen: [Dish] = [],
    on presenter: any Presenter
  ) async throws -> [Dish] {
    let title = cuisine.map { "Which \($0.name) dishes would you like?" }
    let offers = try await presenter.ask(
      .chooseSeveral(
        "dish",
        title ?? "Which dishes would you like?",
        from: menu.dishOffers(of: cuisine?.id),
        count: Meal.Limit.dishes
      )
      .preselecting(chosen.map(\.id.rawValue))
    )
    return offers.map(\.dish)
  }

  private func askQuantity(
    of dish: Dish,
    suggested: Int,
    on presenter: any Presenter
  ) async throws -> Int {
    try await presenter.ask(
      .quantity(
        "quantity",
        "How many portions of \(dish.name)?",
        in: Meal.Limit.quantity,
        suggested: suggested,
        detail: ["\(dish.price) each", dish.summary].filter { !$0.isEmpty }.joined(separator: ", "),
        subject: dish.id.rawValue
      )
    )
  }

  private func askFlavour(
    suggested: FlavourID?,
    on presenter: any Presenter
  ) async throws -> Flavour {
    try await presenter.ask(
      .chooseOne(
        "flavour",
        "Which flavour for the whole meal?",
        from: menu.flavours,
        suggested: suggested.flatMap(menu.flavour)
      )
    )
  }
}
