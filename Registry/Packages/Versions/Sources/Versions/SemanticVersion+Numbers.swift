extension SemanticVersion {
  /// The greatest number that is read.
  ///
  /// SwiftPM keeps numbers in an `Int`: it skips a version with a greater one, and sorts a greater
  /// number in a pre-release as a word.
  public static let maximumNumber = UInt64(Int64.max)

  /// The greatest number of a new release, far below ``maximumNumber``.
  ///
  /// A release with the greatest number that is read has no next one, and takes every later number
  /// from its component. Fifteen digits hold a date with its time, and programs that read numbers as
  /// floating point keep all of them exactly.
  public static let greatestNewNumber: UInt64 = 999_999_999_999_999

  /// Throws for a version that no new release gets.
  public func checkNew() throws(VersionError) {
    let numbers = [major, minor, patch] + prerelease.compactMap(\.number)
    guard let number = numbers.first(where: { $0 > Self.greatestNewNumber }) else { return }
    throw VersionError(
      .invalidVersion,
      "invalid version '\(self)', number '\(number)' is too large for a new release, expected at"
        + " most \(Self.greatestNewNumber)",
      help: "a release with so large a number leaves none for the next"
    )
  }

  /// Reads decimal digits in ASCII; throws what is wrong with them, as the end of a sentence.
  static func number(_ digits: some Collection<UInt8>) throws(IdentifierFault) -> UInt64 {
    guard digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      throw IdentifierFault("has a leading zero")
    }
    guard let number = UInt64(String(decoding: digits, as: UTF8.self)), number <= maximumNumber
    else { throw IdentifierFault("is too large, expected at most \(maximumNumber)") }
    return number
  }
}
