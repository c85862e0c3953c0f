/// What a processor calls a card that it knows; worthless elsewhere.
public struct CardToken: RawRepresentable, Sendable, Hashable, Codable {
  /// The processor's own text.
  public let rawValue: String

  /// Makes a token from the processor's text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
