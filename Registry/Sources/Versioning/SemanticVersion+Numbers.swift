extension SemanticVersion {
  /// The greatest number that is read.
  ///
  /// SwiftPM keeps numbers in an `Int`: it skips a version with a greater one, and sorts a greater
  /// number in a pre-release as a word.
  package static let maximumNumber = UInt64(Int64.max)

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
