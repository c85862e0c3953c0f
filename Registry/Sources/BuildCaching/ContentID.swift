import Crypto

/// The name of a file's content: its SHA-256.
struct ContentID: Hashable, Sendable {
  /// 64 digits in lower case.
  let hex: String

  init(of content: [UInt8]) {
    hex = SHA256.hash(data: content).hexadecimal
  }

  /// `nil` for any other text.
  init?(_ text: Substring) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil }) else {
      return nil
    }
    hex = String(text)
  }
}

/// Bytes as digits in lower case.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }

  /// `nil` for what `text` does not write.
  static func bytes(_ text: Substring) -> [UInt8]? {
    let values = text.utf8.compactMap(value(of:))
    guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension SHA256Digest {
  fileprivate var hexadecimal: String { Hexadecimal.text(self) }
}
