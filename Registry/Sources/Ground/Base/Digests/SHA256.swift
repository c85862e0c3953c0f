#if canImport(CryptoKit)
  private import CryptoKit
#else
  private import CNettle
#endif

/// A SHA-256 digest (FIPS 180-4) in the making, by the system's library.
package struct SHA256 {
  private static let byteCount = 32

  #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()

    package init() {}

    package mutating func update(_ bytes: [UInt8]) {
      state.update(data: bytes)
    }

    /// The digest of all bytes so far, 32 bytes.
    package consuming func finalize() -> [UInt8] {
      Array(state.finalize())
    }
  #else
    private var state = sha256_ctx()

    package init() {
      unsafe nettle_sha256_init(&state)
    }

    package mutating func update(_ bytes: [UInt8]) {
      unsafe nettle_sha256_update(&state, bytes.count, bytes)
    }

    /// The digest of all bytes so far, 32 bytes.
    package consuming func finalize() -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: Self.byteCount)
      unsafe registry_sha256_digest(&state, &digest)
      return digest
    }
  #endif

  /// The digest of `bytes`, 32 bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = Self()
    hash.update(bytes)
    return hash.finalize()
  }
}

/// SHA-1 (FIPS 180-4), by which git names objects; no protection against forged content.
package enum SHA1 {
  private static let byteCount = 20

  /// The digest of all bytes together, 20 bytes.
  package static func digest(of pieces: [UInt8]...) -> [UInt8] {
    #if canImport(CryptoKit)
      var state = Insecure.SHA1()
      for piece in pieces { state.update(data: piece) }
      return Array(state.finalize())
    #else
      var state = sha1_ctx()
      unsafe nettle_sha1_init(&state)
      for piece in pieces { unsafe nettle_sha1_update(&state, piece.count, piece) }
      var digest = [UInt8](repeating: 0, count: byteCount)
      unsafe registry_sha1_digest(&state, &digest)
      return digest
    #endif
  }
}

/// Bytes as digits in lower case.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The lower-case digits of the bytes, two for each.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }

  /// The bytes of digits that ``text(_:)`` has written; `nil` for any other text.
  package static func bytes(_ text: Substring) -> [UInt8]? {
    let values = text.utf8.compactMap(value(of:))
    guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  /// The value of a lower-case digit, given as a byte of ASCII; `nil` for another byte.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
