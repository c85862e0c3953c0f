#if canImport(CryptoKit)
  private import CryptoKit
#else
  private import CNettle
#endif

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
