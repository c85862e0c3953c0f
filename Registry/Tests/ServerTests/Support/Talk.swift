import NIOCore
import NIOPosix

/// A connection that a test drives byte by byte.
struct Talk: Sendable {
  private let channel: any Channel
  private let heard: AsyncStream<String>

  /// - Parameter staysOpen: Whether this side goes on when the other one has closed.
  init(_ port: Int, staysOpen: Bool = false) async throws {
    let (heard, ear) = AsyncStream<String>.makeStream()
    self.heard = heard
    channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.allowRemoteHalfClosure, value: staysOpen)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Ear(ear))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  /// Sends as much as the other side takes before it closes.
  func send(_ text: String) async {
    await send(ByteBuffer(string: text))
  }

  func send(_ bytes: ByteBuffer) async {
    try? await channel.writeAndFlush(bytes)
  }

  /// What comes until it is as it is wanted, or the other side closes.
  func text(until isWanted: @Sendable (String) -> Bool = { _ in false }) async -> String {
    var text = ""
    for await part in heard {
      text += part
      if isWanted(text) { break }
    }
    return text
  }

  func close() async throws {
    try? await channel.close()
  }
}

private final class Ear: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let heard: AsyncStream<String>.Continuation

  init(_ heard: AsyncStream<String>.Continuation) {
    self.heard = heard
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    heard.yield(String(buffer: unwrapInboundIn(data)))
  }

  func channelInactive(context: ChannelHandlerContext) {
    heard.finish()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { heard.finish() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    heard.finish()
    context.close(promise: nil)
  }
}
