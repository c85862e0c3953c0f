/// A way of cooking that dishes of the menu belong to.
public struct Cuisine: Sendable, Hashable, Identifiable, Codable {
  /// Names the cuisine in links, and its picture.
  public let id: CuisineID
  public let name: String

  public init(id: CuisineID, name: String) {
    self.id = id
    self.name = name
  }
}

/// Names a cuisine of the menu: lower-case words with hyphens.
public struct CuisineID: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension CuisineID: CustomStringConvertible {
  public var description: String { rawValue }
}
