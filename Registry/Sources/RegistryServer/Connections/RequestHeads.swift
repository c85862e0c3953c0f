import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1

/// Brings the heads of requests into one form, answers with a problem what the parser refuses, and
/// asks a sender that waits for it (RFC 9110, 10.1.1) for a body when a route wants it.
///
/// Behind it each head has the authority that counts in its Host header, and says `close` where the
/// connection ends behind the answer.
final class RequestHeads: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// That the body of the request is wanted that is answered: an event of the connection.
  struct BodyIsWanted: Sendable {}

  struct Limits: Sendable {
    let head: Int
    let headers: Int
  }

  private let limits: Limits
  /// Requests whose heads were passed on and that have no whole answer.
  private var unanswered = 0
  private var isReading = false
  private var isAnswering = false
  /// Whether the sender of the last head waits to be asked for the body.
  private var isBodyHeld = false
  /// Whether the sender, or its version of HTTP, wants no further answer.
  private var isLast = false
  /// Whether the sender of the last request was answered in the place of being asked for the body.
  private var isRefused = false
  /// What is answered when all else is.
  private var refusal: Problem?
  private var isOver = false

  /// Whether the last request was read: further ones must be ignored (RFC 9112, 9.6), because they
  /// would get no answer and keep the connection open.
  private var isAllRead: Bool { isLast && !isReading }

  init(_ limits: Limits) {
    self.limits = limits
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
        // What comes next from a sender that was not asked may be the body or another request.
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
      // In the place of the answer, which nobody waits for any more.
      refuse(context)
      context.fireErrorCaught(error)
    }
  }

  private func refuse(_ context: ChannelHandlerContext) {
    guard let refusal else { return }
    isOver = true
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
    // What is still on its way would reset a connection that is closed for good.
    context.close(mode: .output, promise: nil)
  }
}
