extension Coordinates {
  /// The great-circle distance by the haversine formula, rounded to whole metres.
  ///
  /// Every machine comes to the same metres: only operations that IEEE 754 rounds correctly are
  /// used, since the sines of the platforms' mathematics libraries differ in their last bits, and a
  /// ranking must not.
  public func distance(to other: Coordinates) -> Distance {
    let radians = Double.pi / 180
    let northward = Self.sine((other.latitude - latitude) * radians / 2)
    let eastward = Self.sine(Self.wrapped(other.longitude - longitude) * radians / 2)
    let circles = Self.cosine(latitude * radians) * Self.cosine(other.latitude * radians)
    let haversine = northward * northward + circles * eastward * eastward
    let angle = 2 * Self.arcsine(min(1, haversine.squareRoot()))
    return Distance(metres: Int((Self.earthRadius * angle).rounded()))
  }

  /// The mean radius of the earth in metres (IUGG).
  private static let earthRadius = 6_371_008.8

  /// A difference of longitudes the short way round, so that half of it is at most 90 degrees.
  private static func wrapped(_ degrees: Double) -> Double {
    if degrees > 180 { degrees - 360 } else if degrees < -180 { degrees + 360 } else { degrees }
  }

  /// Taylor's series, exact to the last bit or two up to a quarter turn.
  private static func sine(_ angle: Double) -> Double {
    let square = angle * angle
    var term = angle
    var sum = angle
    for step in stride(from: 2.0, through: 26, by: 2) {
      term *= -square / (step * (step + 1))
      sum += term
    }
    return sum
  }

  private static func cosine(_ angle: Double) -> Double {
    sine(.pi / 2 - abs(angle))
  }

  /// Newton's method on ``sine(_:)``; near a quarter turn, where that is flat, by the half angle.
  private static func arcsine(_ value: Double) -> Double {
    guard value <= 0.75 else {
      return .pi / 2 - 2 * arcsine(((1 - value) / 2).squareRoot())
    }
    var angle = value
    for _ in 0..<6 {
      angle -= (sine(angle) - value) / cosine(angle)
    }
    return angle
  }
}
