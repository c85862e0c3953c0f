import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Tells a sender that waits for it (RFC 9110, 10.1.1) to send the body of its request when the body
/// is asked for, and not before: what is refused by its head is never sent.
final class BodyExpectation: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// That the body is wanted, as an event of the connection.
  struct Asked: Sendable {}

  /// Requests whose heads came and that have no whole answer.
  private var unanswered = 0
  /// Whether the sender has sent a head, its last, and waits.
  private var isExpected = false
  /// Whether an answer is written in the place of what the sender waits for.
  private var isRefused = false

  /// Whether what is answered is the request whose sender waits, and none before it.
  private var isExpectedNow: Bool { isExpected && unanswered == 1 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      unanswered += 1
      isExpected = head.headerFields[.expect]?.lowercased() == "100-continue"
    // It has not waited.
    case .body, .end: isExpected = false
    }
    context.fireChannelRead(data)
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard event is Asked else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    if isExpectedNow {
      isExpected = false
      let response = HTTPResponse(status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
    }
    // Who counts what is waited for wants to know.
    context.triggerUserOutboundEvent(event, promise: promise)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where isExpectedNow:
      // What comes next may be the body all the same or another request, which nobody can tell.
      isExpected = false
      isRefused = true
      head.headerFields[.connection] = "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end where isRefused:
      context.writeAndFlush(data, promise: promise)
      context.close(mode: .output, promise: nil)
    case .end:
      unanswered -= 1
      context.write(data, promise: promise)
    default: context.write(data, promise: promise)
    }
  }
}
