import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
import RegistryModel
import RegistryOperations
import RegistryServer
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// What the server does with connections that ask too much of it, over real sockets.
@Suite(.scratchRepository)
struct ConnectionLimitTests {
  private let scratch = Scratch.current

  @Test func `an upload that is slow or cut off leaves nothing behind`() async throws {
    try scratch.makeMonorepo()
    let request = ManageTokens.Request(name: "ci", permissions: [.publish])
    let token = try ManageTokens(scratch.workspace().tokenFile).create(request).secret
    let publication = Publication()
    let body = try publication.body()
    let head = """
      PUT /cookr/Soup/1.0.0 HTTP/1.1\r
      Host: localhost\r
      Authorization: Bearer \(token)\r
      Content-Type: \(publication.headers[.contentType] ?? "")\r
      Content-Length: \(body.readableBytes)\r
      \r

      """
    let half = String(buffer: body).prefix(body.readableBytes / 2)
    var limits = ConnectionLimits()
    limits.deadlines.body = .milliseconds(100)
    let served = try Served()
    let before = try scratch.everything()
    try await served.application(limits).test(.live) { client in
      let port = try #require(client.port)
      let slow = try await Talk(port)
      await slow.send(head + half)
      // Closed from the other side.
      try await slow.end()
      #expect(!slow.text.hasPrefix("HTTP/1.1 201"))
      let cut = try await Talk(port)
      await cut.send(head + half)
      try await cut.close()
    }
    #expect(try scratch.everything() == before)
    #expect(try await publication.send(to: served, token: token).status == 201)
  }
}

/// A connection that a test drives byte by byte.
private final class Talk: Sendable {
  private let channel: any Channel
  private let heard: Heard

  init(_ port: Int) async throws {
    let heard = Heard()
    self.heard = heard
    channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Ear(heard))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  var text: String { heard.text.withLock { $0 } }

  /// Sends as much as the other side takes before it closes.
  func send(_ text: String) async {
    try? await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// Returns when the other side has closed.
  func end() async throws {
    try await channel.closeFuture.get()
  }

  func close() async throws {
    try? await channel.close()
  }
}

private final class Heard: Sendable {
  let text = Mutex("")
}

private final class Ear: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let heard: Heard

  init(_ heard: Heard) {
    self.heard = heard
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    heard.text.withLock { $0 += String(buffer: bytes) }
  }
}
