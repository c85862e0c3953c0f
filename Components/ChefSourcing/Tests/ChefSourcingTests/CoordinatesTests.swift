import FlowTesting
import ChefSourcing
import Foundation
import Testing

@Suite struct CoordinatesTests {
  @Test(arguments: [
    (0.0, 0.0, 0.0, 0.0, 0),
    (0, 0, 1, 0, 111_195),
    (0, 0, 0, 1, 111_195),
    (60, 10, 60, 11, 55_597),
    (0, 179.5, 0, -179.5, 111_195),
    (90, 0, -90, 0, 20_015_114),
    (90, 12, 90, -140, 0),
    (0, 0, 0, 180, 20_015_114),
    (54.3182, 10.8764, 54.3301, 10.8702, 1_383),
    (52.5200, 13.4050, 48.8566, 2.3522, 877_465),
  ])
  func `a distance is that of the haversine formula`(
    latitude: Double,
    longitude: Double,
    otherLatitude: Double,
    otherLongitude: Double,
    metres: Int
  ) throws {
    let one = try #require(Coordinates(latitude: latitude, longitude: longitude))
    let other = try #require(Coordinates(latitude: otherLatitude, longitude: otherLongitude))
    #expect(one.distance(to: other) == Distance(metres: metres))
    #expect(other.distance(to: one) == Distance(metres: metres))
  }

  @Test func `distances all over the earth are those of the chord between the points`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let one = try #require(Coordinates.random(&random))
      let other = try #require(Coordinates.random(&random))
      let difference = Double(one.distance(to: other).metres) - reference(one, other)
      #expect(abs(difference) <= 1, "from \(one) to \(other)")
    }
  }

  @Test(arguments: [(90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity)])
  func `a point off the earth is refused`(latitude: Double, longitude: Double) {
    #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
  }

  @Test func `a point off the earth is refused in a file`() {
    let json = Data(#"{"latitude": 91, "longitude": 0}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Coordinates.self, from: json)
    }
  }

  @Test(arguments: [
    (0, "under 100 m"), (49, "under 100 m"), (50, "100 m"), (149, "100 m"), (150, "200 m"),
    (949, "900 m"), (950, "1.0 km"), (1_249, "1.2 km"), (1_250, "1.3 km"), (12_345, "12.3 km"),
    (-5, "under 100 m"),
  ])
  func `a distance is said to the nearest 100 metres`(metres: Int, words: String) {
    #expect("\(Distance(metres: metres))" == words)
  }

  /// The distance by another formula: the arc above the straight line between the points.
  private func reference(_ one: Coordinates, _ other: Coordinates) -> Double {
    let (a, b) = (one.direction, other.direction)
    let chord = ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z))
      .squareRoot()
    return 2 * 6_371_008.8 * asin(min(1, chord / 2))
  }
}

extension Coordinates {
  /// The point on a sphere with the radius 1.
  fileprivate var direction: (x: Double, y: Double, z: Double) {
    let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
    return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
  }
}

extension Coordinates {
  fileprivate static func random(_ random: inout SeededGenerator) -> Coordinates? {
    Coordinates(
      latitude: .random(in: -90...90, using: &random),
      longitude: .random(in: -180...180, using: &random)
    )
  }
}
