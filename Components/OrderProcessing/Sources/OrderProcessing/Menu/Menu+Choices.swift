import FlowKit

extension Menu {
  /// The cuisines as a person chooses them, and as mistyped ones are looked for.
  var cuisineChoices: [Choice] {
    cuisines.map { Choice(id: $0.id.rawValue, label: $0.name) }
  }

  /// The flavours likewise.
  var flavourChoices: [Choice] {
    flavours.map { Choice(id: $0.id.rawValue, label: $0.name, detail: $0.effect) }
  }

  /// The dishes of one cuisine, or all without one, likewise.
  func dishChoices(of cuisine: CuisineID? = nil) -> [Choice] {
    dishes(of: cuisine).map { dish in
      let cuisine = self.cuisine(dish.cuisine)?.name ?? dish.cuisine.rawValue
      let marks = [dish.diet?.rawValue, dish.spiciness?.name].compactMap(\.self)
      return Choice(
        id: dish.id.rawValue,
        label: dish.name,
        detail: ([dish.price.description, cuisine] + marks).joined(separator: ", "),
        keywords: dish.keywords + [dish.summary]
      )
    }
  }
}
