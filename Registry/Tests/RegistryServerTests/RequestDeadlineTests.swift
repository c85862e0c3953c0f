import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import RegistryServer
import Testing

struct RequestDeadlineTests {
  private func connection() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(handler: RequestDeadlines(.init(), OpenConnections(.init())))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    return channel
  }

  private func head(_ headers: HTTPFields = [:]) -> HTTPRequestPart {
    .head(
      HTTPRequest(method: .put, scheme: "http", authority: "x", path: "/", headerFields: headers)
    )
  }

  /// Lets so many seconds go by, and tells whether the connection stands still.
  private func isOpen(_ channel: EmbeddedChannel, after seconds: Int64) -> Bool {
    channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    return channel.isActive
  }

  @Test func `a connection without a head is closed after ten seconds`() throws {
    let channel = try connection()
    #expect(isOpen(channel, after: 9))
    #expect(!isOpen(channel, after: 1))
  }

  @Test func `a body that does not end is cut off after a minute, however it drips`() throws {
    let channel = try connection()
    try channel.writeInbound(head())
    for _ in 0..<59 {
      try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
      #expect(isOpen(channel, after: 1))
    }
    #expect(!isOpen(channel, after: 1))
  }

  @Test func `an answer may take its time though the one before it has ended`() throws {
    let channel = try connection()
    for _ in 0..<2 {
      try channel.writeInbound(head())
      try channel.writeInbound(HTTPRequestPart.end(nil))
    }
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(isOpen(channel, after: 600))
  }

  @Test func `what is answered before its body has ended is not waited for without end`() throws {
    let channel = try connection()
    try channel.writeInbound(head())
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .unauthorized)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(isOpen(channel, after: 20))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    #expect(isOpen(channel, after: 39))
    #expect(!isOpen(channel, after: 1))
  }

  @Test func `an answer may take its time, and the next head has its own`() throws {
    let channel = try connection()
    try channel.writeInbound(head())
    try channel.writeInbound(HTTPRequestPart.end(nil))
    #expect(isOpen(channel, after: 600))
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    #expect(isOpen(channel, after: 39))
    #expect(!isOpen(channel, after: 1))
  }

  @Test func `of one address, the connections that are slow for longest give way`() throws {
    var limits = OpenConnections.Limits()
    limits.slow = 2
    let connections = OpenConnections(limits)
    let loop = EmbeddedEventLoop()
    func connect() throws -> EmbeddedChannel {
      let channel = EmbeddedChannel(handler: RequestDeadlines(.init(), connections), loop: loop)
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
      return channel
    }
    // Many clients may connect at the same moment.
    let channels = try (0..<3).map { _ in try connect() }
    #expect(channels.map(\.isActive) == [true, true, true])
    // This one is not slow.
    try channels[0].writeInbound(head())
    try channels[0].writeInbound(HTTPRequestPart.end(nil))
    loop.advanceTime(by: .seconds(1))
    let last = try connect()
    #expect(channels.map(\.isActive) == [true, false, true])
    #expect(last.isActive)
    #expect(connections.count == 3)
  }
}
