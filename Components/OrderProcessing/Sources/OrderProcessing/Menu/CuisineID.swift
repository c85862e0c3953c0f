/// Names a cuisine of the menu: lower-case words with hyphens.
public struct CuisineID: RawRepresentable, Sendable, Hashable, Codable {
  /// The identifier as links and flags spell it.
  public let rawValue: String

  /// Makes an identifier from its text, whether a menu has it or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension CuisineID: CustomStringConvertible {
  /// The identifier's text.
  public var description: String { rawValue }
}
