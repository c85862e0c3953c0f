import Files
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

/// The body of a request in a temporary file, so that uploads take no memory until their turn.
final class StoredBody: Sendable {
  private let file: Mutex<TemporaryFile>

  /// Receives a body.
  ///
  /// - Parameter limit: In bytes.
  init(_ body: RequestBody, upTo limit: Int) async throws {
    file = Mutex(try TemporaryFile())
    for try await part in body {
      // A disk that is slow must not delay other connections.
      try await NIOThreadPool.singleton.runIfActive {
        try self.file.withLock { file in
          guard file.size + part.readableBytes <= limit else {
            throw Problem(.contentTooLarge, "the body has more than \(limit) bytes")
          }
          _ = try file.append(Array(buffer: part))
        }
      }
    }
  }

  func bytes() throws -> [UInt8] {
    try file.withLock { try $0.read(0..<$0.size) }
  }
}
