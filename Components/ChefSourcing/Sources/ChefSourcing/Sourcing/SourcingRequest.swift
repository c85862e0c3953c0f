public import FlowKit

/// An order for which a chef is sought.
public struct SourcingRequest: Sendable, Hashable {
  /// The order, by a name that FlowKit's `OrderReference` allows; one order gets one chef.
  public let orderReference: String
  public let dishes: [Dish]
  /// Where the meal goes; `nil` to ask for a neighbourhood.
  public let place: Place?
  public let wanted: LocalTime

  public init(orderReference: String, dishes: [Dish], place: Place? = nil, wanted: LocalTime) {
    self.orderReference = orderReference
    self.dishes = dishes
    self.place = place
    self.wanted = wanted
  }

  /// A dish as far as it matters for finding a chef.
  public struct Dish: Sendable, Hashable, Codable {
    /// What the menu calls it; chefs' skills are looked for in it.
    public let name: String
    public let cuisine: Cuisine

    public init(name: String, cuisine: Cuisine) {
      self.name = name
      self.cuisine = cuisine
    }
  }

  /// Refuses a reference that cannot name an order, and dishes that no chef could cook.
  func validate() throws(FlowFailure) {
    try OrderReference(rawValue: orderReference).validate()
    guard !dishes.isEmpty else {
      throw FlowFailure(
        .invalidParameters,
        "order '\(orderReference)' has no dishes, expected at least one"
      )
    }
    if let dish = dishes.first(where: { $0.name.isEmpty || $0.cuisine.rawValue.isEmpty }) {
      throw FlowFailure(
        .invalidParameters,
        "dish '\(dish.name)' of cuisine '\(dish.cuisine.rawValue)' lacks its name or its cuisine"
      )
    }
  }
}

extension FlowFailure.Code {
  /// No chef is within reach and cooks at that time.
  public static let chefsNone = Self(rawValue: "chefs.none", kind: .unavailable)
  /// Every chef who could cook the order declined or did not answer.
  public static let chefsDeclined = Self(rawValue: "chefs.declined", kind: .unavailable)
  /// The order is not offered to the kitchen, or the offer is not open any more.
  public static let chefsNoOffer = Self(rawValue: "chefs.no-offer", kind: .conflict)
  /// The component's own data cannot be read.
  public static let chefsDamaged = Self(rawValue: "chefs.damaged", kind: .damaged)
  /// A setting in the environment is not valid.
  public static let chefsSetting = Self(rawValue: "chefs.setting", kind: .misconfigured)
}
