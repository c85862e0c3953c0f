public import FlowKit

/// What the order flow may know before its first question; what it knows it does not ask.
public struct OrderParameters: Sendable, Hashable {
  /// The only cuisine to offer dishes of; nil for all.
  public var cuisine: CuisineID?
  /// The dishes of the meal, each once; empty to let the person choose.
  public var dishes: [PreselectedDish]
  /// The meal's flavour; nil to let the person choose.
  public var flavour: FlavourID?

  public init(
    cuisine: CuisineID? = nil,
    dishes: [PreselectedDish] = [],
    flavour: FlavourID? = nil
  ) {
    self.cuisine = cuisine
    self.dishes = dishes
    self.flavour = flavour
  }
}

/// A dish that was chosen before the flow started.
public struct PreselectedDish: Sendable, Hashable {
  public let dish: DishID
  /// How many portions; nil to ask.
  public let quantity: Int?

  public init(_ dish: DishID, quantity: Int? = nil) {
    self.dish = dish
    self.quantity = quantity
  }
}

/// The flow's parameters once they are known to fit its menu.
struct Preset: Sendable {
  let cuisine: Cuisine?
  let dishes: [(dish: Dish, quantity: Int?)]
  let flavour: Flavour?

  /// - Throws: ``FlowFailure/Code/invalidParameters`` naming what does not fit.
  init(_ parameters: OrderParameters, on menu: Menu) throws(FlowFailure) {
    cuisine = try parameters.cuisine.map { id throws(FlowFailure) in
      try Self.known(menu.cuisine(id), "cuisine", id.rawValue, menu.cuisineChoices)
    }
    flavour = try parameters.flavour.map { id throws(FlowFailure) in
      try Self.known(menu.flavour(id), "flavour", id.rawValue, menu.flavourChoices)
    }
    dishes = try Self.dishes(parameters.dishes, of: cuisine, on: menu)
  }

  private static func dishes(
    _ chosen: [PreselectedDish],
    of cuisine: Cuisine?,
    on menu: Menu
  ) throws(FlowFailure) -> [(dish: Dish, quantity: Int?)] {
    guard chosen.count <= Meal.Limit.dishes.upperBound else {
      throw refusal(
        "\(chosen.count) dishes are too many for one order",
        help: "an order has at most \(Meal.Limit.dishes.upperBound) dishes; place two"
      )
    }
    var seen: Set<DishID> = []
    return try chosen.map { choice throws(FlowFailure) in
      let id = choice.dish
      let dish = try known(menu.dish(id), "dish", id.rawValue, menu.dishChoices())
      guard seen.insert(id).inserted else {
        throw refusal("dish '\(id)' is given twice", help: "give it once, with its quantity")
      }
      if let cuisine, dish.cuisine != cuisine.id {
        throw refusal("dish '\(id)' is of the cuisine '\(dish.cuisine)', not '\(cuisine.id)'")
      }
      if let quantity = choice.quantity { try check(quantity, of: id) }
      return (dish, choice.quantity)
    }
  }

  private static func check(_ quantity: Int, of dish: DishID) throws(FlowFailure) {
    let range = Meal.Limit.quantity
    guard range.contains(quantity) else {
      throw refusal(
        "quantity '\(quantity)' of '\(dish)' is out of range, "
          + "expected \(range.lowerBound) to \(range.upperBound)"
      )
    }
  }

  private static func known<Entry>(
    _ entry: Entry?,
    _ kind: String,
    _ id: String,
    _ candidates: @autoclosure () -> [Choice]
  ) throws(FlowFailure) -> Entry {
    if let entry { return entry }
    throw refusal("unknown \(kind) '\(id)'", help: nearestHelp(to: id, among: candidates()))
  }

  private static func refusal(_ message: String, help: String? = nil) -> FlowFailure {
    FlowFailure(.invalidParameters, message, help: help)
  }
}
