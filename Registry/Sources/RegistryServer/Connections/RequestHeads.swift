import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1

/// Normalizes the heads of requests, answers requests that the parser refuses with a problem, and
/// sends `100 Continue` (RFC 9110, 10.1.1) when a route needs the body.
///
/// The heads that it passes on have the effective authority in their Host header, and say `close` if
/// the connection ends after the answer.
final class RequestHeads: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// An event of the connection: the route needs the body of the current request.
  struct BodyIsWanted: Sendable {}

  struct Limits: Sendable {
    let head: Int
    let headers: Int
  }

  private let limits: Limits
  private let refusals: RefusalLog?
  /// The number of requests that were passed on and have no complete answer.
  private var unanswered = 0
  private var isReading = false
  private var isAnswering = false
  /// Whether the sender of the last head waits for `100 Continue`.
  private var isBodyHeld = false
  /// Whether the connection ends after the last request, by its head or its version of HTTP.
  private var isLast = false
  /// Whether the last request was answered instead of requesting its body.
  private var isRefused = false
  /// Sent after all other answers.
  private var refusal: Problem?
  private var isOver = false

  /// Whether the last request was read: further ones must be ignored (RFC 9112, 9.6), because they
  /// would get no answer and keep the connection open.
  private var isAllRead: Bool { isLast && !isReading }

  /// - Parameter refusals: Where requests are logged that no route sees.
  init(_ limits: Limits, _ refusals: RefusalLog?) {
    (self.limits, self.refusals) = (limits, refusals)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard refusal == nil, !isAllRead else { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      unanswered += 1
      isReading = true
      isBodyHeld = head.headers.first(name: "Expect")?.lowercased() == "100-continue"
      RequestHead.normalize(&head)
      isLast = isLast || head.headers[canonicalForm: "connection"].contains("close")
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

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard event is BodyIsWanted else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    if isBodyHeld, unanswered == 1 {
      isBodyHeld = false
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
    promise?.succeed()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isOver else {
      promise?.succeed()
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      isAnswering = head.status.code >= 200
      if isLast || isBodyHeld, unanswered == 1, isAnswering {
        // The next bytes may be the body or another request.
        isRefused = isBodyHeld
        isLast = true
        head.headers.replaceOrAdd(name: "Connection", value: "close")
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      isAnswering = false
      unanswered -= 1
      context.write(data, promise: promise)
      if refusal != nil, unanswered == 0 {
        refuse(context)
      } else if isRefused {
        context.flush()
        context.close(mode: .output, promise: nil)
      }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is HTTPParserError, isAllRead { return }
    let problem = (error as? HTTPParserError).flatMap { RequestHead.refusal(for: $0, limits) }
    guard let problem, refusal == nil, !isAnswering || !isReading else {
      context.fireErrorCaught(error)
      return
    }
    refusal = problem
    if unanswered == 0 {
      refuse(context)
    } else if isReading, unanswered == 1 {
      // The request that is still being read gets the refusal as its answer.
      refuse(context)
      context.fireErrorCaught(error)
    }
  }

  private func refuse(_ context: ChannelHandlerContext) {
    guard let refusal else { return }
    isOver = true
    if unanswered == 0 { refusals?.note(refusal, from: context.channel.remoteAddress?.ipAddress) }
    let response = refusal.response()
    var headers = HTTPHeaders(response.headers.map { ($0.name.rawName, $0.value) })
    headers.add(name: "Content-Version", value: "1")
    headers.add(name: "Connection", value: "close")
    let status = HTTPResponseStatus(statusCode: refusal.status.code)
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let body = context.channel.allocator.buffer(string: refusal.json)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    // Data that is still on its way would reset a closed connection before the answer is read.
    context.close(mode: .output, promise: nil)
  }
}
