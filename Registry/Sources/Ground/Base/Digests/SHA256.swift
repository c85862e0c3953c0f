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

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = Self()
    hash.update(bytes)
    return hash.finalize()
  }
}
