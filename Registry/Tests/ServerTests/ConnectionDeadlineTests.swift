import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Server
import Testing

/// How long a server waits for the clients of its connections.
struct ConnectionDeadlineTests {
  private func connection(
    _ network: FullNetwork? = nil,
    of address: String = "127.0.0.1",
    among connections: OpenConnections = OpenConnections(),
    at loop: EmbeddedEventLoop = EmbeddedEventLoop()
  ) throws -> EmbeddedChannel {
    let deadlines = ConnectionDeadlines(.init(), connections)
    let handlers: [any ChannelHandler] = network.map { [$0, deadlines] } ?? [deadlines]
    let channel = EmbeddedChannel(handlers: handlers, loop: loop)
    try channel.connect(to: SocketAddress(ipAddress: address, port: 80)).wait()
    return channel
  }

  private func head() -> HTTPRequestPart {
    .head(HTTPRequest(method: .put, scheme: "http", authority: "x", path: "/"))
  }

  private func answer(_ channel: EmbeddedChannel, _ status: HTTPResponse.Status = .ok) {
    channel.write(HTTPResponsePart.head(HTTPResponse(status: status)), promise: nil)
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

  @Test func `a connection without a head is closed after ten seconds`() throws {
    let channel = try connection()
    expect(channel, isOpen: true, after: 9)
    expect(channel, isOpen: false, after: 1)
  }

  @Test func `a body that does not end is cut off after a minute, however it drips`() throws {
    let channel = try connection()
    try channel.writeInbound(head())
    for _ in 0..<59 {
      try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
      expect(channel, isOpen: true, after: 1)
    }
    expect(channel, isOpen: false, after: 1)
  }

  @Test func `an answer may take its time though the one before it has ended`() throws {
    let channel = try connection()
    for _ in 0..<2 {
      try channel.writeInbound(head())
      try channel.writeInbound(HTTPRequestPart.end(nil))
    }
    answer(channel)
    expect(channel, isOpen: true, after: 600)
  }

  @Test func `a request answered before its body ends is not waited for indefinitely`() throws {
    let channel = try connection()
    try channel.writeInbound(head())
    answer(channel, .unauthorized)
    expect(channel, isOpen: true, after: 20)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    expect(channel, isOpen: true, after: 29)
    expect(channel, isOpen: false, after: 1)
  }

  @Test func `an answer may take its time, and the next head has thirty seconds`() throws {
    let channel = try connection()
    try channel.writeInbound(head())
    try channel.writeInbound(HTTPRequestPart.end(nil))
    expect(channel, isOpen: true, after: 600)
    answer(channel)
    expect(channel, isOpen: true, after: 29)
    expect(channel, isOpen: false, after: 1)
  }

  /// A connection with so many requests that no further one is waited for.
  private func asking(_ network: FullNetwork) throws -> EmbeddedChannel {
    let channel = try connection(network)
    for _ in 0..<100 {
      try channel.writeInbound(head())
      try channel.writeInbound(HTTPRequestPart.end(nil))
    }
    return channel
  }

  @Test func `a client that reads nothing of an answer for thirty seconds is disconnected`() throws
  {
    let channel = try asking(FullNetwork())
    answer(channel)
    expect(channel, isOpen: true, after: 29)
    expect(channel, isOpen: false, after: 1)
  }

  @Test func `further answers to pipelined requests grant a client no more time`() throws {
    let channel = try asking(FullNetwork())
    answer(channel)
    for _ in 0..<29 {
      expect(channel, isOpen: true, after: 1)
      answer(channel)
    }
    expect(channel, isOpen: false, after: 1)
  }

  @Test func `a client that reads an answer slowly may read all of it`() throws {
    let network = FullNetwork()
    let channel = try asking(network)
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

  @Test func `a full server closes a connection of the address that keeps it waiting most`() throws
  {
    let connections = OpenConnections(places: 4)
    let loop = EmbeddedEventLoop()
    func connect(_ address: String) throws -> EmbeddedChannel {
      try connection(of: address, among: connections, at: loop)
    }
    let other = try connect("10.0.0.2")
    var channels = try (0..<2).map { _ in try connect("10.0.0.1") }
    loop.advanceTime(by: .milliseconds(500))
    channels.append(try connect("10.0.0.1"))
    // This one waits for the server.
    try channels[0].writeInbound(head())
    try channels[0].writeInbound(HTTPRequestPart.end(nil))
    // Many clients may connect at the same moment.
    channels.append(try connect("10.0.0.3"))
    #expect(channels.map(\.isActive) == [true, true, true, true])
    loop.advanceTime(by: .seconds(1))
    channels.append(try connect("10.0.0.3"))
    #expect(channels.map(\.isActive) == [true, false, true, true, true])
    #expect(other.isActive)
    #expect(connections.count == 5)
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
