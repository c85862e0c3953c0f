import OrderProcessing

/// `cookr menu --json`.
struct MenuDocument: Encodable {
  struct Dish: Encodable {
    let id: String
    let name: String
    let cuisine: String
    let price: MoneyDocument
    let allergens: [String]
    let summary: String
  }

  struct Flavour: Encodable {
    let id: String
    let name: String
    let effect: String
  }

  let schema = 1
  let dishes: [Dish]
  let flavours: [Flavour]

  init(_ menu: Menu) {
    dishes = menu.dishes.map { dish in
      Dish(
        id: dish.id.rawValue,
        name: dish.name,
        cuisine: dish.cuisine.rawValue,
        price: MoneyDocument(dish.price),
        allergens: dish.allergens.map(\.rawValue),
        summary: dish.summary
      )
    }
    flavours = menu.flavours.map { flavour in
      Flavour(id: flavour.id.rawValue, name: flavour.name, effect: flavour.effect)
    }
  }
}
