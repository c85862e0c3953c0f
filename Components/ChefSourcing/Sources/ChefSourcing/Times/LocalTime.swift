public import Foundation

/// A minute of a week on the city's clocks, such as Friday 18:30.
public struct LocalTime: Sendable, Hashable {
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

/// A day of the week; the raw value is ISO 8601's number.
public enum Weekday: Int, Sendable, Hashable, Codable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  public var previous: Weekday {
    Weekday(rawValue: rawValue - 1) ?? .sunday
  }
}

enum ClockTime {
  static func text(minute: Int) -> String {
    let (hours, minutes) = minute.quotientAndRemainder(dividingBy: 60)
    return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
  }

  /// The minutes since the day began that `text` stands for; nil unless it is two digits, a colon
  /// and two digits.
  static func minute(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60
    else { return nil }
    let minute = hours * 60 + minutes
    return minute <= 24 * 60 ? minute : nil
  }
}
