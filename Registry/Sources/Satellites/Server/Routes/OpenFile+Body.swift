import Base
import Hummingbird
import NIOCore
import NIOPosix

extension OpenFile {
  private static let chunk = 256 << 10

  /// A part of it as the body of an answer, which is read as it is sent.
  func body(_ range: Range<Int>) -> ResponseBody {
    ResponseBody(contentLength: range.count) { writer in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let next = offset..<min(offset + Self.chunk, range.upperBound)
        let bytes = try await NIOThreadPool.singleton.runIfActive { try self.read(next) }
        guard bytes.count == next.count else {
          throw OperationError(.inputOutput, "a file was truncated while it was sent")
        }
        try await writer.write(ByteBuffer(bytes: bytes))
        offset = next.upperBound
      }
      try await writer.finish(nil)
    }
  }
}
