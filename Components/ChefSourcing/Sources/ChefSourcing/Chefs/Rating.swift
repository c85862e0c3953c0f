/// What customers thought of a chef: the average of their stars, and how many they were.
public struct Rating: Sendable, Hashable {
  /// The average in hundredths of a star, 100 to 500; 0 while there are no ratings.
  public let hundredths: Int
  /// How many customers rated.
  public let count: Int

  /// Makes a rating; nil unless the average is 100 to 500 with at least one rating behind it.
  public init?(hundredths: Int, count: Int) {
    guard (100...500).contains(hundredths), count > 0 else { return nil }
    self.hundredths = hundredths
    self.count = count
  }

  private init() {
    hundredths = 0
    count = 0
  }

  /// Nobody has rated yet.
  public static let none = Rating()
}

extension Rating: CustomStringConvertible {
  /// The average with one digit behind the point, such as `4.9 stars`.
  public var description: String {
    guard count > 0 else { return "no ratings yet" }
    let tenths = (hundredths + 5) / 10
    return "\(tenths / 10).\(tenths % 10) stars"
  }
}

extension Rating: Codable {
  private enum CodingKeys: String, CodingKey {
    case hundredths, count
  }

  /// Reads the average and the count; both are 0 while there are no ratings.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let hundredths = try container.decode(Int.self, forKey: .hundredths)
    let count = try container.decode(Int.self, forKey: .count)
    if hundredths == 0, count == 0 {
      self = .none
    } else if let rating = Rating(hundredths: hundredths, count: count) {
      self = rating
    } else {
      throw DecodingError.dataCorruptedError(
        forKey: .hundredths,
        in: container,
        debugDescription:
          "invalid rating \(hundredths) from \(count), expected 100 to 500 from 1 up"
      )
    }
  }
}
