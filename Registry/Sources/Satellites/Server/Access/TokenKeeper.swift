import NIOPosix
import Sharing
import Synchronization

/// The current tokens of the file: revoking one takes effect with the next request.
final class TokenKeeper: Sendable {
  private let file: TokenFile
  private let read = Mutex<(stamp: [Int]?, list: TokenList)?>(nil)

  init(_ file: TokenFile) {
    self.file = file
  }

  func tokens() async throws -> TokenList {
    try await NIOThreadPool.singleton.runIfActive {
      try self.read.withLock { read in
        let stamp = self.file.stamp
        if let read, read.stamp == stamp { return read.list }
        let list = try self.file.read()
        read = (stamp, list)
        return list
      }
    }
  }
}
