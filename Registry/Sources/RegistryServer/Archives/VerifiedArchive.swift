import Files
import NIOCore

/// The bytes of a release's archive, which were hashed and found to be those that were recorded.
struct VerifiedArchive: Sendable {
  enum Content: Sendable {
    case memory(ByteBuffer)
    /// Open since it was hashed, and not changed since.
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
