import Versioning

/// The name that git gives an object by its content: 40 hexadecimal digits, or 64 with SHA-256.
package struct ObjectName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ text: String) throws(RegistryModelError) {
    guard [40, 64].contains(text.utf8.count), text.utf8.allSatisfy(\.isLowercaseHexDigit) else {
      throw RegistryModelError(
        .invalidValue,
        "invalid object name \(quoted(text)), expected 40 or 64 hexadecimal digits in lower case"
      )
    }
    description = text
  }
}

extension UInt8 {
  var isLowercaseHexDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self
  }
}
