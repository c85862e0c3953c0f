/// A way of cooking that dishes of the menu belong to.
public struct Cuisine: Sendable, Hashable, Identifiable, Codable {
  /// Names the cuisine in links, and its picture.
  public let id: CuisineID
  /// What a person reads, such as `Thai`.
  public let name: String

  /// Makes a cuisine.
  public init(id: CuisineID, name: String) {
    self.id = id
    self.name = name
  }
}
