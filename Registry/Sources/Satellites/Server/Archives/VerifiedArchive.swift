import Base
import NIOCore

/// The bytes of a release's archive, checked against the recorded checksum.
struct VerifiedArchive: Sendable {
  enum Content: Sendable {
    case memory(ByteBuffer)
    /// Open and unchanged since it was hashed.
    case file(OpenFile)
  }

  let content: Content

  var size: Int {
    switch content {
    case .memory(let bytes): bytes.readableBytes
    case .file(let file): file.size
    }
  }
}
