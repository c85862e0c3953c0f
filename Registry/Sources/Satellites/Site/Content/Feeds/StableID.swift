import Base

/// A UUID that is the same on all machines and at all times (RFC 9562, version 8).
package enum StableID {
  /// - Parameter name: What it identifies.
  package static func uuid(of name: String) -> String {
    var bytes = Array(SHA256.digest(of: Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array(Hexadecimal.text(bytes))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}
