/// Base64 (RFC 4648, 4), for which alone the whole of Foundation would be loaded.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

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
