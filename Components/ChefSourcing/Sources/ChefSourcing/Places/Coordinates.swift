import Foundation

/// A point on the earth (WGS 84), in degrees.
public struct Coordinates: Sendable, Hashable {
  /// Degrees north of the equator, −90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, −180 to 180.
  public let longitude: Double

  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Coordinates: Decodable {
  private enum CodingKeys: String, CodingKey {
    case latitude, longitude
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    let longitude = try container.decode(Double.self, forKey: .longitude)
    guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else {
      throw DecodingError.dataCorruptedError(
        forKey: .latitude,
        in: container,
        debugDescription: "no point on the earth is at \(latitude), \(longitude)"
      )
    }
    self = coordinates
  }
}

extension Coordinates {
  /// The great-circle distance by the haversine formula, rounded to whole metres.
  public func distance(to other: Coordinates) -> Distance {
    let radians = Double.pi / 180
    let northward = sin((other.latitude - latitude) * radians / 2)
    let eastward = sin((other.longitude - longitude) * radians / 2)
    let circles = cos(latitude * radians) * cos(other.latitude * radians)
    let haversine = northward * northward + circles * eastward * eastward
    let angle = 2 * asin(min(1, haversine.squareRoot()))
    return Distance(metres: Int((Self.earthRadius * angle).rounded()))
  }

  /// The mean radius of the earth in metres (IUGG).
  private static let earthRadius = 6_371_008.8
}

/// How far one point is from another, in whole metres.
public struct Distance: RawRepresentable, Sendable, Hashable, Codable {
  /// The distance; never negative.
  public let metres: Int

  public var rawValue: Int { metres }

  /// Makes a distance as it is stored; nil for a negative one.
  public init?(rawValue metres: Int) {
    guard metres >= 0 else { return nil }
    self.metres = metres
  }

  /// Makes a distance; a negative one becomes 0.
  public init(metres: Int) {
    self.metres = max(0, metres)
  }
}

extension Distance: Comparable {
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
