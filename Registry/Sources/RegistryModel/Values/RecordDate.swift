package import Errors
import Versioning

/// A second of Coordinated Universal Time, written `2026-11-21T09:00:00Z` and never otherwise.
package struct RecordDate: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let secondsSince1970: Int

  private static let secondsADay = 86_400
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
    if let seconds = Self.seconds(Array(text.utf8)) {
      secondsSince1970 = seconds
      return
    }
    throw OperationError(
      .invalidValue,
      "invalid date \(quoted(text)), expected a time as '2026-11-21T09:00:00Z'"
    )
  }

  private static func seconds(_ bytes: [UInt8]) -> Int? {
    let form: StaticString = "dddd-dd-ddTdd:dd:ddZ"
    let hasForm = form.withUTF8Buffer { form in
      bytes.count == form.count
        && zip(bytes, form).allSatisfy { byte, expected in
          expected == UInt8(ascii: "d")
            ? UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte : byte == expected
        }
    }
    guard hasForm else { return nil }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let date = (year: number(0..<4), month: number(5..<7), day: number(8..<10))
    let days = days(year: date.year, month: date.month, day: date.day)
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    // A day that the month does not have comes back as another.
    guard hour < 24, minute < 60, second < 60, self.date(days: days) == date else { return nil }
    return days * secondsADay + hour * 3600 + minute * 60 + second
  }

  /// Days since 1970-01-01 in the Gregorian calendar, with years that start in March, so that the
  /// day that leap years add comes last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension RecordDate: Comparable, CustomStringConvertible {
  package static func < (left: RecordDate, right: RecordDate) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  package var description: String {
    func digits(_ value: Int, _ width: Int = 2) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    let (days, second) = secondsSince1970.flooredQuotientAndRemainder(dividingBy: Self.secondsADay)
    let (year, month, day) = Self.date(days: days)
    let time = "\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))"
    return "\(digits(year, 4))-\(digits(month))-\(digits(day))T\(time)Z"
  }
}

extension Int {
  fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
