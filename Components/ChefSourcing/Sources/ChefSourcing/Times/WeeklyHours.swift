/// When a chef cooks, by the day of the week.
public struct WeeklyHours: Sendable, Hashable {
  private let days: [Weekday: [OpeningHours]]

  /// Makes hours from those of each day; a day that is missing is a day off.
  public init(_ days: [Weekday: [OpeningHours]]) {
    self.days = days.filter { !$0.value.isEmpty }
  }

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

extension WeeklyHours: Decodable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// Reads `{"monday": ["11:30-14:00", "17:00-22:00"]}`; a day that is missing is a day off.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var days: [Weekday: [OpeningHours]] = [:]
    for (key, weekday) in zip(CodingKeys.allCases, Weekday.allCases) {
      days[weekday] = try container.decodeIfPresent([OpeningHours].self, forKey: key)
    }
    self.init(days)
  }
}

extension WeeklyHours {
  /// When the chef who cooks at a time stops, such as `22:30`; `nil` for one who does not cook then, or
  /// for 24 hours.
  func closing(after time: LocalTime) -> String? {
    let day = 24 * 60
    let today = hours(on: time.weekday).map(\.minutes)
    let yesterday = hours(on: time.weekday.previous).map {
      $0.minutes.lowerBound - day..<$0.minutes.upperBound - day
    }
    let current = (today + yesterday).first { $0.contains(time.minuteOfDay) }
    guard let current, current.count < day else { return nil }
    return ClockTime.text(minute: current.upperBound % day)
  }
}

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

extension OpeningHours: Decodable {
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
}
