package import Base
import Versions

/// The SHA-256 of a release's archive, written `sha256:` and 64 hexadecimal digits.
package struct ArchiveChecksum: Hashable, Sendable, CustomStringConvertible {
  private static let prefix = "sha256:"

  /// 64 digits in lower case, as the registry protocol sends them.
  package let hexadecimal: String

  /// All zeros, in a release whose archive is not packed yet; never written to a record.
  package static let notPacked = ArchiveChecksum(digits: String(repeating: "0", count: 64))

  package init(hexadecimal: String) throws(OperationError) {
    try self.init(Self.prefix + hexadecimal)
  }

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

  package var description: String {
    Self.prefix + hexadecimal
  }
}
