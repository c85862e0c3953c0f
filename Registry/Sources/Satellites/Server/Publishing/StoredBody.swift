import Base
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// The body of a request in a temporary file, so that uploads take no memory until their turn.
final class StoredBody: Sendable {
  private let file: TemporaryFile

  /// Receives a body.
  ///
  /// - Parameter limit: In bytes.
  init(_ body: RequestBody, upTo limit: Int) async throws {
    file = try TemporaryFile()
    for try await part in body {
      // A disk that is slow must not delay other connections.
      try await NIOThreadPool.singleton.runIfActive {
        guard self.file.size + part.readableBytes <= limit else {
          throw Problem(.contentTooLarge, "the body has more than \(limit) bytes")
        }
        _ = try self.file.append(Array(buffer: part))
      }
    }
  }

  func bytes() throws -> [UInt8] {
    try file.read(0..<file.size)
  }
}
