/// A point on the earth (WGS 84), in degrees.
public struct Coordinates: Sendable, Hashable {
  /// Degrees north of the equator, −90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, −180 to 180.
  public let longitude: Double

  /// Makes a point; nil where there is none.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Coordinates: Codable {
  private enum CodingKeys: String, CodingKey {
    case latitude, longitude
  }

  /// Reads the two numbers and refuses a point that is not on the earth.
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
