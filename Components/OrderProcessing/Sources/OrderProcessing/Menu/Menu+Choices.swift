import FlowKit

extension Menu {
  /// The cuisines as a person chooses them, and as mistyped ones are looked for.
  var cuisineChoices: [Choice] {
    cuisines.map { Choice(id: $0.id.rawValue, label: $0.name) }
  }

  /// The flavours likewise.
  var flavourChoices: [Choice] {
    flavours.map(\.choice)
  }

  /// The dishes of one cuisine, or all without one, likewise.
  func dishChoices(of cuisine: CuisineID? = nil) -> [Choice] {
    dishOffers(of: cuisine).map(\.choice)
  }

  /// The dishes with their choices.
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

/// A dish as the menu offers it, with the name of its cuisine.
struct DishOffer: Choosable {
  let dish: Dish
  let choice: Choice
}
