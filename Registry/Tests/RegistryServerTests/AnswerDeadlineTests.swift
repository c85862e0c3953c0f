import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import RegistryServer
import Testing

/// Connections whose senders do not read what they asked for.
struct AnswerDeadlineTests {
  private let connections: OpenConnections

  init() {
    var limits = OpenConnections.Limits()
    limits.slow = 2
    limits.patience = .zero
    connections = OpenConnections(limits)
  }

  private func connection(_ network: FullNetwork) throws -> EmbeddedChannel {
    let deadlines = AnswerDeadlines(.seconds(30), connections)
    let channel = EmbeddedChannel(handlers: [network, deadlines])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    return channel
  }

  private func answer(_ channel: EmbeddedChannel) {
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
  }

  /// Lets so many seconds go by.
  private func expect(
    _ channel: EmbeddedChannel,
    isOpen: Bool,
    after seconds: Int64,
    at place: SourceLocation = #_sourceLocation
  ) {
    channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    // Not the channel itself, whose description in a failure is pages long, or traps.
    let isActive = channel.isActive
    #expect(isActive == isOpen, sourceLocation: place)
  }

  @Test func `who takes nothing of an answer for thirty seconds is closed`() throws {
    let channel = try connection(FullNetwork())
    answer(channel)
    expect(channel, isOpen: true, after: 29)
    expect(channel, isOpen: false, after: 1)
  }

  @Test func `further answers to pipelined requests are no more time`() throws {
    let channel = try connection(FullNetwork())
    answer(channel)
    for _ in 0..<29 {
      expect(channel, isOpen: true, after: 1)
      answer(channel)
    }
    expect(channel, isOpen: false, after: 1)
  }

  @Test func `who takes an answer slowly may have all of it`() throws {
    let network = FullNetwork()
    let channel = try connection(network)
    for _ in 0..<5 { answer(channel) }
    for _ in 0..<10 {
      expect(channel, isOpen: true, after: 29)
      network.takeOne()
    }
    expect(channel, isOpen: true, after: 600)
    answer(channel)
    expect(channel, isOpen: true, after: 29)
    expect(channel, isOpen: false, after: 1)
  }

  @Test func `of one address, those that have taken nothing for longest give way`() throws {
    let networks = (0..<4).map { _ in FullNetwork() }
    let channels = try networks.map { try connection($0) }
    for channel in channels.prefix(2) {
      answer(channel)
      expect(channel, isOpen: true, after: 1)
    }
    // It is not one of them any more.
    networks[0].takeOne()
    answer(channels[2])
    expect(channels[2], isOpen: true, after: 1)
    var areOpen = channels.map(\.isActive)
    #expect(areOpen == [true, true, true, true])
    answer(channels[3])
    expect(channels[3], isOpen: true, after: 1)
    areOpen = channels.map(\.isActive)
    #expect(areOpen == [true, false, true, true])
  }
}

/// Keeps what is written until it is taken.
private final class FullNetwork: ChannelOutboundHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var kept: [EventLoopPromise<Void>] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if let promise { kept.append(promise) }
  }

  func takeOne() {
    kept.removeFirst().succeed()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    for promise in kept { promise.fail(ChannelError.ioOnClosedChannel) }
  }
}
