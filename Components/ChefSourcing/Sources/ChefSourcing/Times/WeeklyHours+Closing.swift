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
