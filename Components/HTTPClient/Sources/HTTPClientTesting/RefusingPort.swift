#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A port of the loopback interface that is taken, and refuses connections.
public final class RefusingPort: Sendable {
  public let port: UInt16
  private let socket: Int32

  public init() throws {
    (socket, port) = try LoopbackSocket.bind()
  }

  deinit {
    close(socket)
  }

  /// The URL without a path.
  public var address: String { "http://127.0.0.1:\(port)" }
}
