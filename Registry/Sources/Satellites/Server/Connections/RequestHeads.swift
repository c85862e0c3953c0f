import HTTPTypes
import NIOCore
import NIOHTTP1

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
