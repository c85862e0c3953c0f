package import Base
import CLibrary
import Git
import Versions

/// The SHA-256 of a release's archive, written `sha256:` and 64 hexadecimal digits.
package struct ArchiveChecksum: Hashable, Sendable, CustomStringConvertible {
  private static let prefix = "sha256:"

  /// The 64 digits in lower case, as the registry protocol sends them.
  package let hexadecimal: String

  /// The checksum with only zeros, of a release whose archive is not packed yet; it is never
  /// written to a record.
  package static let notPacked = ArchiveChecksum(digits: String(repeating: "0", count: 64))

  /// Reads 64 digits in lower case, without `sha256:`.
  package init(hexadecimal: String) throws(OperationError) {
    try self.init(Self.prefix + hexadecimal)
  }

  /// Reads `sha256:` and 64 digits in lower case.
  package init(_ text: String) throws(OperationError) {
    let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard text.utf8.starts(with: Self.prefix.utf8), digits.count == 64,
      digits.allSatisfy(\.isLowercaseHexDigit)
    else {
      throw OperationError(
        .invalidValue,
        "invalid checksum \(quoted(text)), expected 'sha256:' and 64 hexadecimal digits in lower case"
      )
    }
    hexadecimal = String(decoding: digits, as: UTF8.self)
  }

  private init(digits: String) {
    hexadecimal = digits
  }

  /// The digest itself, 32 bytes.
  package var bytes: [UInt8] {
    let digits = Array(hexadecimal.utf8)
    return stride(from: 0, to: digits.count, by: 2).map { index in
      Self.value(digits[index]) << 4 | Self.value(digits[index + 1])
    }
  }

  private static func value(_ digit: UInt8) -> UInt8 {
    digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
  }

  /// The checksum as records write it, such as `sha256:0f3a…`.
  package var description: String {
    Self.prefix + hexadecimal
  }
}

extension JSONValue {
  static func members<Key: JSONKey>(_ members: [Key: JSONValue]) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: members.map { ($0.rawValue, $1) }))
  }

  static func names<Role>(_ members: [Name<Role>: JSONValue]) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: members.map { ($0.text, $1) }))
  }
}

/// A second of Coordinated Universal Time, written `2026-11-21T09:00:00Z` and never otherwise.
package struct RecordDate: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let secondsSince1970: Int

  /// The years 0000 to 9999, which four digits can write.
  private static let range = -62_167_219_200...253_402_300_799

  /// Creates a time; throws for one that four digits of the year cannot write.
  package init(secondsSince1970: Int) throws(OperationError) {
    guard Self.range.contains(secondsSince1970) else {
      throw OperationError(
        .invalidValue,
        "time '\(secondsSince1970)' lies outside the years 0000 to 9999"
      )
    }
    self.secondsSince1970 = secondsSince1970
  }

  /// Reads the one spelling of a time, such as `2026-11-21T09:00:00Z`.
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

  /// The one spelling of the time, such as `2026-11-21T09:00:00Z`.
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

extension ObjectID {
  /// Reads the one spelling that a record may have: 40 hexadecimal digits in lower case.
  init(recorded text: String) throws(OperationError) {
    guard text.utf8.allSatisfy(\.isLowercaseHexDigit), let id = try? ObjectID(hex: text) else {
      throw OperationError(
        .invalidValue,
        "invalid object name \(quoted(text)), expected 40 hexadecimal digits in lower case"
      )
    }
    self = id
  }
}

extension TreePath {
  /// Reads the one spelling that data may have, in which `.` is the root.
  init(recorded text: String) throws(OperationError) {
    do throws(OperationError) {
      try self.init(text)
    } catch {
      throw Self.refusal(error.message)
    }
    if text.isEmpty { throw Self.refusal("invalid path '', a name is empty") }
  }

  private static func refusal(_ message: String) -> OperationError {
    OperationError(
      .invalidPath,
      message,
      help: "name the folder from the root of the repository, as in 'Components/Payments'"
    )
  }
}

extension UInt8 {
  var isLowercaseHexDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
  }
}
