import Versioning

/// The SHA-256 of a release's archive, written `sha256:` and 64 hexadecimal digits.
package struct ArchiveChecksum: Hashable, Sendable, CustomStringConvertible {
  private static let prefix = "sha256:"

  /// 64 digits in lower case, as the registry protocol sends them.
  package let hexadecimal: String

  package init(hexadecimal: String) throws(RegistryModelError) {
    try self.init(Self.prefix + hexadecimal)
  }

  package init(_ text: String) throws(RegistryModelError) {
    let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard text.utf8.starts(with: Self.prefix.utf8), digits.count == 64,
      digits.allSatisfy(\.isLowercaseHexDigit)
    else {
      throw RegistryModelError(
        .invalidValue,
        "invalid checksum \(quoted(text)), expected 'sha256:' and 64 hexadecimal digits in lower case"
      )
    }
    hexadecimal = String(decoding: digits, as: UTF8.self)
  }

  package var description: String {
    Self.prefix + hexadecimal
  }
}
