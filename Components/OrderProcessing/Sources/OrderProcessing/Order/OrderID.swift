/// Names one order, in stores and for the person who asks after it.
public struct OrderID: RawRepresentable, Sendable, Hashable, Codable {
  /// The identifier as it is typed and stored.
  public let rawValue: String

  /// Makes an identifier from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension OrderID {
  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// Makes an identifier of 50 random bits that can be read aloud, such as `7g4k2-qxm0p`.
  ///
  /// The letters are Crockford's base 32, which leaves out those that look like digits.
  public static func random(using generator: inout some RandomNumberGenerator) -> OrderID {
    let bits = generator.next()
    let text = (0..<10).map { place in letters[Int(bits >> (place * 5) & 31)] }
    return OrderID(rawValue: String(text[..<5]) + "-" + String(text[5...]))
  }

  /// Makes an identifier of 50 bits from the system's random numbers.
  public static func random() -> OrderID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}

extension OrderID: CustomStringConvertible {
  /// The identifier's text.
  public var description: String { rawValue }
}
