import NIOCore
import NIOPosix

/// A server that a test drives byte by byte: what it does with each connection is up to the test.
enum RawServer {
  /// One connection, from this side.
  struct Guest: ~Copyable {
    fileprivate var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    fileprivate let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private(set) var heard = ByteBuffer()

    /// The head of the next request; `nil` if the other side has closed.
    mutating func head() async throws -> String? {
      while true {
        let text = String(buffer: heard)
        if let end = text.firstRange(of: "\r\n\r\n") {
          heard.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
          return String(text[..<end.lowerBound])
        }
        guard try await hear() else { return nil }
      }
    }

    /// The body of a request with this head.
    @discardableResult
    mutating func body(of head: String) async throws -> String {
      let length = head.matches(of: /(?i)content-length: (\d+)/).first.flatMap { Int($0.1) } ?? 0
      while heard.readableBytes < length { guard try await hear() else { return "" } }
      return String(buffer: heard.readSlice(length: length) ?? ByteBuffer())
    }

    func say(_ text: String) async throws {
      try await outbound.write(ByteBuffer(string: text))
    }

    func answer(_ status: String, _ body: String = "", type: String = "application/json")
      async throws
    {
      try await say(
        "HTTP/1.1 \(status)\r\nContent-Version: 1\r\nContent-Type: \(type)\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
    }

    private mutating func hear() async throws -> Bool {
      guard var part = try await inbound.next() else { return false }
      heard.writeBuffer(&part)
      return true
    }
  }

  /// Listens while `body` runs, which gets the URL; each connection is closed when `host` returns.
  static func live<Value: Sendable>(
    _ host: @escaping @Sendable (inout Guest) async throws -> Void,
    _ body: @escaping @Sendable (_ url: String) async throws -> Value
  ) async throws -> Value {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let port = server.channel.localAddress?.port ?? 0
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await server.executeThenClose { connections in
          try await withThrowingDiscardingTaskGroup { guests in
            for try await connection in connections {
              guests.addTask {
                try? await connection.executeThenClose { inbound, outbound in
                  var guest = Guest(
                    inbound: inbound.makeAsyncIterator(),
                    outbound: outbound
                  )
                  try await host(&guest)
                }
              }
            }
          }
        }
      }
      let value = try await body("http://127.0.0.1:\(port)")
      group.cancelAll()
      return value
    }
  }
}
