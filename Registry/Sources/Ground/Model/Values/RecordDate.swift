package import Base
import CLibrary
import Versions

/// A second of Coordinated Universal Time, written `2026-11-21T09:00:00Z` and never otherwise.
package struct RecordDate: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let secondsSince1970: Int

  /// The years 0000 to 9999, which four digits can write.
  private static let range = -62_167_219_200...253_402_300_799

  package init(secondsSince1970: Int) throws(OperationError) {
    guard Self.range.contains(secondsSince1970) else {
      throw OperationError(
        .invalidValue,
        "time '\(secondsSince1970)' lies outside the years 0000 to 9999"
      )
    }
    self.secondsSince1970 = secondsSince1970
  }

  package init(_ text: String) throws(OperationError) {
    // Another form, or a day that the month does not have, is written otherwise.
    guard let date = Self.read(text), date.description == text else {
      throw OperationError(
        .invalidValue,
        "invalid date \(quoted(text)), expected a time as '2026-11-21T09:00:00Z'"
      )
    }
    self = date
  }

  private static func read(_ text: String) -> RecordDate? {
    let numbers = text.split { "-T:Z".contains($0) }.compactMap { Int32($0) }
    guard numbers.count == 6 else { return nil }
    var time = unsafe tm()
    unsafe (time.tm_year, time.tm_mon, time.tm_mday) = (
      numbers[0] - 1900, numbers[1] - 1, numbers[2]
    )
    unsafe (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return try? unsafe RecordDate(secondsSince1970: timegm(&time))
  }
}

extension RecordDate: Comparable, CustomStringConvertible {
  package static func < (left: RecordDate, right: RecordDate) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  package var description: String {
    func digits(_ value: Int32, _ width: Int = 2) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    var (seconds, time) = unsafe (secondsSince1970, tm())
    unsafe gmtime_r(&seconds, &time)
    let day = unsafe "\(digits(time.tm_mon + 1))-\(digits(time.tm_mday))"
    let clock = unsafe "\(digits(time.tm_hour)):\(digits(time.tm_min)):\(digits(time.tm_sec))"
    return unsafe "\(digits(time.tm_year + 1900, 4))-\(day)T\(clock)Z"
  }
}
