/// The one flavour of an order, with its name as it was when it was ordered.
public struct OrderFlavour: Sendable, Hashable, Codable {
  /// Which flavour of the menu it was.
  public let id: FlavourID
  /// What the flavour was called.
  public let name: String

  /// Makes an order's flavour.
  public init(id: FlavourID, name: String) {
    self.id = id
    self.name = name
  }
}
