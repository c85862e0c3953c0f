/// What the order flow may know before its first question; what it knows it does not ask.
public struct OrderParameters: Sendable, Hashable {
  /// The only cuisine to offer dishes of; nil for all.
  public var cuisine: CuisineID?
  /// The dishes of the meal, each once; empty to let the person choose.
  public var dishes: [PreselectedDish]
  /// The meal's flavour; nil to let the person choose.
  public var flavour: FlavourID?

  /// Makes the flow's parameters; the flow itself checks them against its menu.
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
  /// Which dish of the menu it is.
  public let dish: DishID
  /// How many portions; nil to ask.
  public let quantity: Int?

  /// Makes a choice of a dish.
  public init(_ dish: DishID, quantity: Int? = nil) {
    self.dish = dish
    self.quantity = quantity
  }
}
