/// Names one attempt to move money, so that asking twice moves it once.
public struct IdempotencyKey: RawRepresentable, Sendable, Hashable, Codable {
  /// The key's text; unique for ever.
  public let rawValue: String

  /// Makes a key from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
