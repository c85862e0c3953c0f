public import FlowKit

/// A crowd-sourced chef as the directory knows them.
public struct Chef: Sendable, Hashable, Codable, Identifiable {
  /// Names the chef for ever, in lower-case words with hyphens.
  public let id: ID
  /// What people call the chef.
  public let name: String
  /// What the chef cooks.
  public let cuisines: [Cuisine]
  /// What the chef is known for, in words that occur in dishes' names, such as `curry`.
  public let skills: [String]
  /// Where the chef cooks.
  public let kitchen: Coordinates
  /// The name of the neighbourhood that the kitchen is in.
  public let neighbourhood: String
  /// What customers thought.
  public let rating: Rating
  /// What the chef takes for cooking one order.
  public let fee: Money
  /// When the chef cooks.
  public let hours: WeeklyHours
  /// How far from the kitchen the chef delivers.
  public let reach: Distance

  /// Makes a chef.
  public init(
    id: ID,
    name: String,
    cuisines: [Cuisine],
    skills: [String] = [],
    kitchen: Coordinates,
    neighbourhood: String,
    rating: Rating,
    fee: Money,
    hours: WeeklyHours,
    reach: Distance
  ) {
    self.id = id
    self.name = name
    self.cuisines = cuisines
    self.skills = skills
    self.kitchen = kitchen
    self.neighbourhood = neighbourhood
    self.rating = rating
    self.fee = fee
    self.hours = hours
    self.reach = reach
  }

  /// A chef's identifier.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The identifier as text.
    public let rawValue: String

    /// Makes an identifier from text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }
}
