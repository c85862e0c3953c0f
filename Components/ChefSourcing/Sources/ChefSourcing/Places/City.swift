public import FlowKit

/// What customers can name in a city: its neighbourhoods and the ways of cooking.
public struct City: Sendable, Hashable, Decodable {
  public let name: String
  /// In the order they are offered.
  public let neighbourhoods: [Place]
  /// The neighbourhood to suggest to a person of whom nothing is known.
  public let centre: Place.ID
  /// What at least one chef cooks, in the order of the identifiers.
  public let cuisines: [Cuisine]

  /// The city that comes with the component.
  public static func bundled() throws -> City {
    try contents.get()
  }

  private static let contents = Result { try BundledFile("city.json").decoded(as: City.self) }
}

/// Somewhere in the city: a neighbourhood, or a customer's door.
public struct Place: Sendable, Hashable, Decodable, Identifiable {
  /// Lower-case words with hyphens; what flags and links call the place.
  public let id: ID
  /// What people call the place, such as `Old Harbour`.
  public let name: String
  /// Where it is; for a neighbourhood, its middle.
  public let coordinates: Coordinates

  public typealias ID = Identifier<Place>
}

extension Place: Choosable {
  public var choice: Choice { Choice(id: id.rawValue, label: name) }
}

extension BundledFile {
  init(_ path: String) {
    self.init(path, inBundle: "ChefSourcing_ChefSourcing", damage: .chefsDamaged)
  }
}
