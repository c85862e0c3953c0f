public import FlowKit

/// A crowd-sourced chef as the directory knows them.
public struct Chef: Sendable, Hashable, Decodable, Identifiable {
  /// Names the chef for ever, in lower-case words with hyphens.
  public let id: ID
  public let name: String
  public let cuisines: [Cuisine]
  /// What the chef is known for, in words that occur in dishes' names, such as `curry`.
  public let skills: [String]
  public let kitchen: Coordinates
  public let neighbourhood: String
  public let rating: Rating
  /// What the chef takes for cooking one order.
  public let fee: Money
  public let hours: WeeklyHours
  /// How far from the kitchen the chef delivers.
  public let reach: Distance

  public typealias ID = Identifier<Chef>

  /// The chefs of the city that comes with the component.
  public static func bundled() throws -> [Chef] {
    try contents.get()
  }

  private static let contents = Result { try BundledFile("chefs.json").decoded(as: [Chef].self) }
}

/// A way of cooking, such as Thai.
public struct Cuisine: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String

  /// Makes a cuisine; letter case, spaces and underscores do not count, so that `Middle Eastern`
  /// is `middle-eastern`.
  public init(rawValue: String) {
    let words = rawValue.lowercased().split { $0 == "-" || $0 == "_" || $0.isWhitespace }
    self.rawValue = words.joined(separator: "-")
  }

  public var label: String {
    rawValue.split(separator: "-")
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}

/// What customers thought of a chef: the average of their stars, and how many they were.
public struct Rating: Sendable, Hashable {
  /// The average in hundredths of a star, 100 to 500; 0 while there are no ratings.
  public let hundredths: Int
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

extension Rating: Decodable {
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
