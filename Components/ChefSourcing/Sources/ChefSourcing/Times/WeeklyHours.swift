/// When a chef cooks, by the day of the week.
public struct WeeklyHours: Sendable, Hashable {
  private let days: [Weekday: [OpeningHours]]

  /// Makes hours from those of each day; a day that is missing is a day off.
  public init(_ days: [Weekday: [OpeningHours]]) {
    self.days = days.filter { !$0.value.isEmpty }
  }

  /// The hours that begin on a day.
  public func hours(on weekday: Weekday) -> [OpeningHours] {
    days[weekday] ?? []
  }

  /// Whether the chef cooks at that time, on hours of that day or on those of the day before that
  /// run past midnight.
  public func contains(_ time: LocalTime) -> Bool {
    hours(on: time.weekday).contains { $0.minutes.contains(time.minuteOfDay) }
      || hours(on: time.weekday.previous).contains {
        $0.minutes.contains(time.minuteOfDay + 24 * 60)
      }
  }
}

extension WeeklyHours: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    var weekday: Weekday {
      switch self {
      case .monday: .monday
      case .tuesday: .tuesday
      case .wednesday: .wednesday
      case .thursday: .thursday
      case .friday: .friday
      case .saturday: .saturday
      case .sunday: .sunday
      }
    }
  }

  /// Reads `{"monday": ["11:30-14:00", "17:00-22:00"]}`; a day that is missing is a day off.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var days: [Weekday: [OpeningHours]] = [:]
    for key in CodingKeys.allCases {
      days[key.weekday] = try container.decodeIfPresent([OpeningHours].self, forKey: key)
    }
    self.init(days)
  }

  /// Writes the days on which the chef cooks.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    for key in CodingKeys.allCases where !hours(on: key.weekday).isEmpty {
      try container.encode(hours(on: key.weekday), forKey: key)
    }
  }
}
