import Base
import Model

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoding of a part (RFC 2045, 6).
enum TransferEncoding: String {
  case binary
  case eightBit = "8bit"
  case sevenBit = "7bit"
  case base64
  case quotedPrintable = "quoted-printable"

  /// `nil` if the bytes are not in this encoding.
  func decode(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .binary, .eightBit, .sevenBit: return bytes
    case .base64:
      let digits = bytes.filter { $0 != Self.carriageReturn && $0 != Self.lineFeed }
      return Data(base64Encoded: Data(digits)).map { Array($0) }
    case .quotedPrintable:
      // SwiftPM declares this encoding for its metadata, but sends it without.
      let isPlain = (try? JSONValue(reading: bytes, file: "part")) != nil
      return isPlain ? bytes : Self.unquoted(bytes)
    }
  }

  private static let (carriageReturn, lineFeed): (UInt8, UInt8) = (0x0D, 0x0A)

  private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        decoded.append(byte)
        continue
      }
      // At the end of a line, it is a soft line break.
      if rest.starts(with: [carriageReturn, lineFeed]) {
        rest.removeFirst(2)
      } else if rest.first == lineFeed {
        rest.removeFirst()
      } else {
        guard let digits = String(validating: rest.prefix(2), as: UTF8.self),
          digits.utf8.count == 2, digits.first?.isHexDigit == true,
          let value = UInt8(digits, radix: 16)
        else { return nil }
        decoded.append(value)
        rest.removeFirst(2)
      }
    }
    return decoded
  }
}
