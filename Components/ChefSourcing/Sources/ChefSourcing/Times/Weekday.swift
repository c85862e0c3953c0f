/// A day of the week; the raw value is ISO 8601's number.
public enum Weekday: Int, Sendable, Hashable, Codable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The day before.
  public var previous: Weekday {
    Weekday(rawValue: rawValue - 1) ?? .sunday
  }
}
