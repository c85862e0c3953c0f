#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
