/// Base64 (RFC 4648, 4), for which alone the whole of Foundation would be loaded.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Nothing for what is not whole groups of these digits.
  static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 4) {
      let group = text[start..<start + 4]
      let padding = group.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      guard padding < 3, padding == 0 || start + 4 == text.count else { return nil }
      var bits = 0
      for digit in group.dropLast(padding) {
        guard let value = digits.firstIndex(of: digit) else { return nil }
        bits = bits << 6 | value
      }
      bits <<= 6 * padding
      let part = [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
      bytes += part.dropLast(padding)
    }
    return bytes
  }

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      var part: [UInt8] = []
      for position in 0..<4 {
        part.append(position < 3 - group.count ? UInt8(ascii: "=") : digits[bits & 63])
        bits >>= 6
      }
      text += part.reversed()
    }
    return String(decoding: text, as: UTF8.self)
  }
}
