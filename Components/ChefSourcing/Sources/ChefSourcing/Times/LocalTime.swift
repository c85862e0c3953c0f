#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A minute of a week on the city's clocks, such as Friday 18:30.
public struct LocalTime: Sendable, Hashable {
  /// The day.
  public let weekday: Weekday
  /// Minutes since the day began, 0 to 1439.
  public let minuteOfDay: Int

  /// Makes a time; nil unless `hour` is 0 to 23 and `minute` 0 to 59.
  public init?(_ weekday: Weekday, hour: Int, minute: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    self.weekday = weekday
    self.minuteOfDay = hour * 60 + minute
  }

  /// What the clocks of a time zone show at a moment.
  public init(_ date: Date, in timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = calendar.dateComponents([.weekday, .hour, .minute], from: date)
    // Foundation counts from Sunday = 1.
    weekday = Weekday(rawValue: (parts.weekday ?? 1) - 1) ?? .sunday
    minuteOfDay = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
  }
}

extension LocalTime: CustomStringConvertible {
  /// The time of day, such as `03:00`.
  public var description: String {
    ClockTime.text(minute: minuteOfDay)
  }
}
