/// Percent-encoding of URLs (RFC 3986, 2.1).
enum PercentDecoding {
  /// `nil` if the text is not percent-encoded UTF-8.
  ///
  /// `+` is kept, because build metadata contains it.
  static func decode(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    guard let byte, let value = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
    return UInt8(value)
  }
}
