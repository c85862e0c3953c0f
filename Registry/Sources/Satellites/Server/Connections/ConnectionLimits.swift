import HTTPTypes
package import HummingbirdCore
import Logging
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization

/// The limits of one connection, and of all of them together.
package struct ConnectionLimits: Sendable {
  /// The number of connections at the same time.
  package var connections = 1024
  /// The size of a request's head, in bytes.
  package var head = 16 << 10
  /// The number of fields in a request's head.
  package var headers = 100
  /// The times that clients may take.
  package var deadlines = ConnectionDeadlines.Limits()

  package init() {}

  /// A server for HTTP/1.1 within these limits.
  ///
  /// - Parameters:
  ///   - connections: Counted for others.
  ///   - refusals: Where requests are logged that cannot be parsed.
  ///   - prepare: Adds the first handlers to a connection, such as for TLS.
  package func server(
    counting connections: OpenConnections,
    refusals: RefusalLog,
    _ prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in }
  ) -> HTTPServerBuilder {
    let (deadlines, limits) = (deadlines, RequestHead.Limits(head: head, headers: headers))
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionDeadlines(deadlines, connections)],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: head,
        maxHeaderListSize: head,
        maxHeaderFieldCount: headers
      )
    )
    return HTTPServerBuilder { responder in
      GuardedConnection(
        connection: HTTP1Channel(responder: responder, configuration: configuration),
        prepare: prepare,
        heads: { RequestHeads(limits, refusals) }
      )
    }
  }

  /// The limit for the server, one above the greatest number of connections: the extra one makes
  /// one that waits for its client give way.
  package var availability: MaximumAvailableConnections {
    MaximumAvailableConnections(connections + 1)
  }
}

/// An HTTP/1.1 connection with handlers of the program at its beginning, such as for TLS, and
/// ``RequestHeads`` directly after its parser.
struct GuardedConnection: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let connection: HTTP1Channel
  /// Adds the first handlers, on the event loop of the connection.
  let prepare: @Sendable (any Channel) throws -> Void
  let heads: @Sendable () -> RequestHeads

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      try prepare(channel)
    }.flatMap {
      connection.setup(channel: channel, logger: logger)
    }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(heads(), position: .before(codec))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await connection.handle(value: value, logger: logger)
  }
}

/// Normalizes the heads of requests, and ends the connection after the last answer.
///
/// A request that the parser refuses is answered by Hummingbird, after all others and without words;
/// a problem takes the place of that answer.
final class RequestHeads: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: RequestHead.Limits
  private let refusals: RefusalLog
  /// The number of requests that have no complete answer.
  private var unanswered = 0
  private var isReading = false
  /// Whether the sender of the last head waits for `100 Continue` (RFC 9110, 10.1.1).
  private var isBodyHeld = false
  /// Whether the connection ends after the last request.
  private var isLast = false
  /// The answer to the last request.
  private var refusal: Problem?
  private var isRefusing = false

  /// Whether further requests must be ignored (RFC 9112, 9.6), because they would get no answer and
  /// keep the connection open.
  private var isAllRead: Bool { isLast && !isReading }

  /// - Parameter refusals: Where requests are logged that no route sees.
  init(_ limits: RequestHead.Limits, _ refusals: RefusalLog) {
    (self.limits, self.refusals) = (limits, refusals)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isAllRead else { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      unanswered += 1
      isReading = true
      isBodyHeld = RequestHead.isWaiting(head)
      RequestHead.normalize(&head)
      isLast = head.headers[canonicalForm: "connection"].contains("close")
      context.fireChannelRead(wrapInboundOut(.head(head)))
    case .body:
      isBodyHeld = false
      context.fireChannelRead(data)
    case .end:
      isBodyHeld = false
      isReading = false
      context.fireChannelRead(data)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is HTTPParserError, isAllRead { return }
    if let problem = (error as? HTTPParserError).flatMap({ RequestHead.refusal(for: $0, limits) }) {
      refusal = problem
      isLast = true
      if !isReading {
        unanswered += 1
        refusals.note(problem, from: context.channel.remoteAddress?.ipAddress)
      }
      isReading = false
    }
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    // The last answer was sent.
    case _ where unanswered == 0: promise?.succeed()
    case .head(let head) where head.status == .continue:
      isBodyHeld = false
      context.write(data, promise: promise)
    case .head(var head) where unanswered == 1:
      if let refusal {
        isRefusing = true
        head = RequestHead.answer(with: refusal)
      }
      // Of a refused request, the next bytes may be the body or another request.
      isLast = isLast || isBodyHeld
      if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body where isRefusing: promise?.succeed()
    case .head, .body: context.write(data, promise: promise)
    case .end:
      if isRefusing, let refusal {
        let body = context.channel.allocator.buffer(string: refusal.json)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      }
      unanswered -= 1
      context.write(data, promise: promise)
      guard isLast, unanswered == 0 else { return }
      context.flush()
      // Data that is still on its way would reset a closed connection before the answer is read.
      context.close(mode: .output, promise: nil)
    }
  }
}

/// Closes a connection whose client takes too long: for the head or the body of a request, for the
/// next request, or for taking its answers.
package final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// The times that a client may take.
  package struct Limits: Sendable {
    /// The time for the first request of a connection.
    package var head = TimeAmount.seconds(10)
    /// The time for the body of a request.
    package var body = TimeAmount.seconds(60)
    /// The time for the head of each later request, and for taking any data of an answer.
    package var idle = TimeAmount.seconds(30)

    package init() {}
  }

  private let limits: Limits
  private let connections: OpenConnections
  /// The number of requests without a complete answer.
  private var unanswered = 0
  private var isReading = false
  /// The deadline of the awaited request, or of its rest; `nil` while an answer is computed.
  private var request: NIODeadline?
  /// The number of parts of answers that are not completely sent.
  private var unsent = 0
  /// The deadline for sending more of the answers; `nil` if all are sent.
  private var answer: NIODeadline?
  /// The bytes that were waiting to be sent at the last look.
  private var buffered = 0
  private var looks: RepeatedTask?

  /// - Parameter connections: Shared by all connections of a server.
  package init(_ limits: Limits, _ connections: OpenConnections) {
    (self.limits, self.connections) = (limits, connections)
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { start(context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    start(context)
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    looks?.cancel()
    connections.remove(context.channel)
    context.fireChannelInactive()
  }

  private func start(_ context: ChannelHandlerContext) {
    guard looks == nil else { return }
    connections.add(context.channel)
    request = context.eventLoop.now + limits.head
    note(context)
    let pause = min(.seconds(1), limits.head, limits.body, limits.idle)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    looks = context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
      let (handler, context) = bound.value
      handler.look(context)
    }
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
      isReading = true
      request = context.eventLoop.now + limits.body
      note(context)
    case .body: break
    case .end:
      isReading = false
      proceed(context)
    }
    context.fireChannelRead(data)
  }

  package func write(
    context: ChannelHandlerContext,
    data: NIOAny,
    promise: EventLoopPromise<Void>?
  ) {
    unsent += 1
    answer = answer ?? context.eventLoop.now + limits.idle
    if case .end = unwrapOutboundIn(data) {
      unanswered = max(0, unanswered - 1)
      // A request that was refused by its head may still have a body.
      if !isReading { proceed(context) }
    }
    let promise = promise ?? context.eventLoop.makePromise()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    promise.futureResult.whenComplete { _ in
      let (handler, context) = bound.value
      handler.unsent -= 1
      handler.answer = handler.unsent == 0 ? nil : context.eventLoop.now + handler.limits.idle
      handler.note(context)
    }
    context.write(data, promise: promise)
  }

  /// A request or an answer is complete.
  private func proceed(_ context: ChannelHandlerContext) {
    request = unanswered == 0 ? context.eventLoop.now + limits.idle : nil
    note(context)
  }

  private func note(_ context: ChannelHandlerContext) {
    connections.note(context.channel, waits: request != nil || answer != nil)
  }

  private func look(_ context: ChannelHandlerContext) {
    // In bytes: a part of an answer may be larger than what a slow network takes within the limit.
    let buffered = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    if answer != nil, buffered < self.buffered {
      answer = context.eventLoop.now + limits.idle
      note(context)
    }
    self.buffered = buffered
    if [request, answer].contains(where: { $0.map { $0 <= context.eventLoop.now } ?? false }) {
      context.close(promise: nil)
    }
  }
}

/// The open connections of a server, and which of them wait for their clients.
///
/// When all places are taken, a new connection gets one of those that wait: of the address that has
/// most of them, the one that waits for longest. So neither slow clients nor unused connections keep
/// others out.
package final class OpenConnections: Sendable {
  private struct Connection {
    let channel: any Channel
    let address: String
    /// `nil` while the server works; starts again with each part of an answer that the client takes.
    var waitsSince: NIODeadline?
  }

  private let places: Int
  private let timeout: TimeAmount
  private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

  /// - Parameters:
  ///   - places: The number of connections at the same time.
  ///   - timeout: Who waits for less does not give way: many clients may connect at the same moment.
  package init(places: Int = 1024, timeout: TimeAmount = .seconds(1)) {
    (self.places, self.timeout) = (places, timeout)
  }

  /// The number of connections, for those who watch the server.
  package var count: Int { connections.withLock(\.count) }

  func add(_ channel: any Channel) {
    let now = channel.eventLoop.now
    let slowest: (any Channel)? = connections.withLock { connections in
      connections[ObjectIdentifier(channel)] = Connection(
        channel: channel,
        address: channel.remoteAddress?.ipAddress ?? ""
      )
      guard connections.count > places else { return nil }
      let late = connections.values.filter { connection in
        connection.waitsSince.map { now - $0 >= timeout } ?? false
      }
      let ofAddress = Dictionary(grouping: late, by: \.address).values.max { $0.count < $1.count }
      let slowest = ofAddress?.min { ($0.waitsSince ?? now) < ($1.waitsSince ?? now) }
      guard let channel = slowest?.channel else { return nil }
      // It is not closed yet when the next one comes.
      connections[ObjectIdentifier(channel)]?.waitsSince = nil
      return channel
    }
    slowest?.close(promise: nil)
  }

  func remove(_ channel: any Channel) {
    connections.withLock { $0[ObjectIdentifier(channel)] = nil }
  }

  /// Notes that a connection waits for its client from now on, or that it no longer does.
  func note(_ channel: any Channel, waits: Bool) {
    let now = waits ? channel.eventLoop.now : nil
    connections.withLock { $0[ObjectIdentifier(channel)]?.waitsSince = now }
  }
}

/// The rules for the head of an HTTP/1 request (RFC 9112).
enum RequestHead {
  struct Limits: Sendable {
    let head: Int
    let headers: Int
  }

  /// Whether the sender waits to be asked for the body (RFC 9110, 10.1.1).
  static func isWaiting(_ head: HTTPRequestHead) -> Bool {
    head.headers.first(name: "Expect")?.lowercased() == "100-continue"
  }

  /// Moves the authority of an absolute target to the Host header (3.2.2), and adds `close` for senders
  /// that do not support persistent connections (9.3).
  static func normalize(_ head: inout HTTPRequestHead) {
    if let (authority, path) = parts(of: head.uri) {
      head.uri = path
      // A missing or second Host header is still refused.
      if head.headers["Host"].count == 1 {
        head.headers.replaceOrAdd(name: "Host", value: authority)
      }
    }
    let isOld = (head.version.major, head.version.minor) < (1, 1)
    if isOld, head.headers["Host"].isEmpty { head.headers.add(name: "Host", value: "") }
    let wantsClose = head.headers[canonicalForm: "connection"].contains { option in
      option.lowercased() == "close"
    }
    if isOld || wantsClose { head.headers.replaceOrAdd(name: "Connection", value: "close") }
  }

  /// The answer to a head or a body that the parser refuses; `nil` if the connection has ended.
  static func refusal(for error: HTTPParserError, _ limits: Limits) -> Problem? {
    switch error {
    case .invalidEOFState, .closedConnection: nil
    case .headerOverflow:
      Problem(
        .requestHeaderFieldsTooLarge,
        "the head of the request has more than \(limits.head) bytes or \(limits.headers) fields"
      )
    case .invalidMethod: Problem(.notImplemented, "the method of the request is not supported")
    case .invalidVersion:
      Problem(.httpVersionNotSupported, "the version of HTTP is not supported, expected HTTP/1.1")
    default: Problem(.badRequest, "the request is malformed: \(error.debugDescription)")
    }
  }

  /// The head of an answer that is a problem.
  static func answer(with problem: Problem) -> HTTPResponseHead {
    let response = problem.response()
    var headers = HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) })
    headers.add(name: "Content-Version", value: "1")
    let status = HTTPResponseStatus(statusCode: problem.status.code)
    return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }

  /// `nil` for a target that is a path, which is the usual case.
  private static func parts(of target: String) -> (authority: String, path: String)? {
    let lower = target.prefix(8).lowercased()
    guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return nil }
    // By bytes: a mark behind a slash would make one character of the two.
    let rest = target.utf8.dropFirst(scheme.utf8.count)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    let path = rest.dropFirst(authority.count)
    let start = path.first == UInt8(ascii: "/") ? "" : "/"
    return (String(Substring(authority)), start + String(Substring(path)))
  }
}
