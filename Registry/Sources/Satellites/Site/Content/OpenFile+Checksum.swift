package import Base
package import Model

extension OpenFile {
  private static let chunk = 256 << 10

  /// Whether it has this checksum; read in pieces.
  package func has(_ checksum: ArchiveChecksum) throws -> Bool {
    var hash = SHA256()
    var offset = 0
    while offset < size {
      let piece = try read(offset..<min(offset + Self.chunk, size))
      guard !piece.isEmpty else { return false }
      hash.update(piece)
      offset += piece.count
    }
    return hash.finalize() == checksum.bytes
  }
}
