import FlowTesting
import Foundation
import Testing

@testable import ChefSourcing

@Suite struct HoursTests {
  @Test(arguments: [
    ("17:00-22:30", 1020..<1350), ("18:00-02:00", 1080..<1560), ("00:00-24:00", 0..<1440),
    ("00:00-00:01", 0..<1), ("23:59-00:00", 1439..<1440),
  ])
  func `well-formed hours are read`(text: String, minutes: Range<Int>) throws {
    #expect(OpeningHours(text)?.minutes == minutes)
  }

  @Test(arguments: [
    "", "-", "17:00", "17-22", "17:00-", "17:00-25:00", "17:60-18:00", "24:00-03:00", "7:00-9:00",
    "17:00-22:30-23:00", "+1:00-02:00", "١٧:00-22:30", "17:00–22:30", "24:01-24:02",
  ])
  func `malformed hours are refused`(text: String) {
    #expect(OpeningHours(text) == nil)
    let data = Data("[\"\(text)\"]".utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([OpeningHours].self, from: data)
    }
  }

  @Test(arguments: [
    (Weekday.monday, 11, 29, false), (.monday, 11, 30, true), (.monday, 13, 59, true),
    (.monday, 14, 0, false), (.sunday, 23, 59, true), (.monday, 0, 0, true),
    (.monday, 1, 59, true), (.monday, 2, 0, false), (.tuesday, 1, 0, false),
    (.sunday, 1, 0, false), (.sunday, 17, 59, false),
  ])
  func `a chef cooks within the hours, past midnight too`(
    weekday: Weekday,
    hour: Int,
    minute: Int,
    isOpen: Bool
  ) throws {
    let lunch = try #require(OpeningHours("11:30-14:00"))
    let night = try #require(OpeningHours("18:00-02:00"))
    let hours = WeeklyHours([.monday: [lunch], .sunday: [night]])
    let time = try #require(LocalTime(weekday, hour: hour, minute: minute))
    #expect(hours.contains(time) == isOpen)
  }

  @Test func `hours of a week are read, with days off left out`() throws {
    let lunch = try #require(OpeningHours("11:30-14:00"))
    let night = try #require(OpeningHours("18:00-02:00"))
    let json = #"{"monday": ["11:30-14:00", "18:00-02:00"], "sunday": ["18:00-02:00"]}"#
    let hours = WeeklyHours([.monday: [lunch, night], .tuesday: [], .sunday: [night]])
    #expect(try JSONDecoder().decode(WeeklyHours.self, from: Data(json.utf8)) == hours)
  }

  @Test(arguments: [
    // 1970 began on a Thursday.
    (0, 0, Weekday.thursday, 0, 0),
    (-60, 0, .wednesday, 23, 59),
    (0, 5 * 3600 + 1800, .thursday, 5, 30),
    (3 * 86_400, 0, .sunday, 0, 0),
    (4 * 86_400, -3600, .sunday, 23, 0),
  ])
  func `a moment is a time of the week by the zone's clocks`(
    seconds: Int,
    offset: Int,
    weekday: Weekday,
    hour: Int,
    minute: Int
  ) throws {
    let zone = try #require(TimeZone(secondsFromGMT: offset))
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    #expect(LocalTime(date, in: zone) == LocalTime(weekday, hour: hour, minute: minute))
  }

  @Test(arguments: [(24, 0), (-1, 0), (12, 60), (12, -1)])
  func `a time that no clock shows is refused`(hour: Int, minute: Int) {
    #expect(LocalTime(.monday, hour: hour, minute: minute) == nil)
  }

  @Test(
    arguments: [
      (18, 30, "22:30"), (23, 0, nil), (1, 0, "02:00"), (2, 0, nil), (12, 0, nil),
    ] as [(Int, Int, String?)]
  )
  func `a chef who cooks at a time stops at the end of that stretch`(
    hour: Int,
    minute: Int,
    closing: String?
  ) {
    let hours = WeeklyHours([
      .thursday: [OpeningHours("20:00-02:00")].compactMap(\.self),
      .friday: [OpeningHours("17:00-22:30")].compactMap(\.self),
    ])
    #expect(hours.closing(after: Sample.time(.friday, hour, minute)) == closing)
    #expect(Sample.alwaysOpen.closing(after: Sample.evening) == nil)
  }
}

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
