public import FlowKit

/// What a whole meal can taste of; one goes for all its dishes.
public struct Flavour: Sendable, Hashable, Identifiable {
  /// Names the flavour in links, flags and orders.
  public let id: FlavourID
  public let name: String
  /// What the cook does to every dish.
  public let effect: String
  /// The colour that it gives the meal's picture.
  public let accent: Picture.Colour

  public init(id: FlavourID, name: String, effect: String, accent: Picture.Colour) {
    self.id = id
    self.name = name
    self.effect = effect
    self.accent = accent
  }
}

extension Flavour: Choosable {
  /// The flavour with its effect.
  public var choice: Choice { Choice(id: id.rawValue, label: name, detail: effect) }
}

/// Names a flavour of the menu: lower-case words with hyphens.
public struct FlavourID: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension FlavourID: CustomStringConvertible {
  public var description: String { rawValue }
}
