/// One stretch of a day in which a chef cooks, such as `17:00-22:30`; one that ends at or before
/// its start runs into the next day.
public struct OpeningHours: Sendable, Hashable {
  /// In minutes since the day began; beyond 1440 it is the next day.
  let minutes: Range<Int>

  /// Reads `17:00-22:30`, `18:00-02:00` or `00:00-24:00`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = ClockTime.minute(parts[0]),
      let end = ClockTime.minute(parts[1]), start < 24 * 60
    else { return nil }
    minutes = start..<(end <= start ? end + 24 * 60 : end)
  }
}

extension OpeningHours: CustomStringConvertible {
  /// The stretch as ``init(_:)`` reads it.
  public var description: String {
    let end = minutes.upperBound > 24 * 60 ? minutes.upperBound - 24 * 60 : minutes.upperBound
    return "\(ClockTime.text(minute: minutes.lowerBound))-\(ClockTime.text(minute: end))"
  }
}

extension OpeningHours: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let hours = OpeningHours(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "invalid hours '\(text)', expected such as '17:00-22:30'"
      )
    }
    self = hours
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
