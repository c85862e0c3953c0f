/// How far one point is from another, in whole metres.
public struct Distance: Sendable, Hashable {
  /// The distance; never negative.
  public let metres: Int

  /// Makes a distance; a negative one becomes 0.
  public init(metres: Int) {
    self.metres = max(0, metres)
  }
}

extension Distance: Comparable {
  /// Whether the first is shorter.
  public static func < (first: Distance, second: Distance) -> Bool {
    first.metres < second.metres
  }
}

extension Distance: CustomStringConvertible {
  /// The distance rounded to 100 m, such as `1.2 km`.
  public var description: String {
    let hundreds = metres / 100 + (metres % 100 >= 50 ? 1 : 0)
    guard hundreds > 0 else { return "under 100 m" }
    guard hundreds >= 10 else { return "\(hundreds * 100) m" }
    return "\(hundreds / 10).\(hundreds % 10) km"
  }
}

extension Distance: Codable {
  /// Reads a number of metres.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let metres = try container.decode(Int.self)
    guard metres >= 0 else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "invalid distance \(metres), expected metres from 0 up"
      )
    }
    self.init(metres: metres)
  }

  /// Writes the number of metres.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(metres)
  }
}
