public import FlowKit

/// Somewhere in the city: a neighbourhood, or a customer's door.
public struct Place: Sendable, Hashable, Codable, Identifiable {
  /// Lower-case words with hyphens; what flags and links call the place.
  public let id: ID
  /// What people call the place, such as `Old Harbour`.
  public let name: String
  /// Where it is; for a neighbourhood, its middle.
  public let coordinates: Coordinates

  /// Makes a place.
  public init(id: ID, name: String, coordinates: Coordinates) {
    self.id = id
    self.name = name
    self.coordinates = coordinates
  }

  /// A place's identifier.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The identifier as text.
    public let rawValue: String

    /// Makes an identifier from text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }
}

extension Place: Choosable {
  /// The place by its name.
  public var choice: Choice { Choice(id: id.rawValue, label: name) }
}
