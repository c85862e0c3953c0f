/// A processor's name for money that it took.
public struct ChargeID: RawRepresentable, Sendable, Hashable, Codable {
  /// The processor's own text.
  public let rawValue: String

  /// Makes a name from the processor's text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
