package import Foundation

extension Date {
  /// The last whole millisecond of the Unix epoch that is not after the instant; the instant itself
  /// where it is one.
  package var wholeMilliseconds: Date {
    let nearest = (timeIntervalSince1970 * 1000).rounded()
    let date = Date(timeIntervalSince1970: nearest / 1000)
    return date <= self ? date : Date(timeIntervalSince1970: (nearest - 1) / 1000)
  }

  package func advanced(by duration: Duration) -> Date {
    addingTimeInterval(duration / .seconds(1))
  }

  /// How long it is until `other`; negative where that is past.
  package func duration(until other: Date) -> Duration {
    .seconds(other.timeIntervalSince(self))
  }

  /// Hours, minutes and seconds on a clock in `timeZone`, such as `09:30:05`.
  package func timeOfDay(in timeZone: TimeZone) -> String {
    let shifted = timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: self))
    // Of any date: the rest of the day always fits.
    let second = ((shifted * 1000).rounded() / 1000).truncatingRemainder(dividingBy: 86_400)
    let positive = (Int(second.rounded(.towardZero)) + 86_400) % 86_400
    return [positive / 3600, positive / 60 % 60, positive % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}
