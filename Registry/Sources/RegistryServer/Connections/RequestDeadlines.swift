import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose sender takes too long: for the head of a request, or for its body; and
/// tells those who wait for it that they may send the body.
package final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  package struct Limits: Sendable {
    /// Of a connection's first request, and of each further one behind the time it may be idle.
    package var head = TimeAmount.seconds(10)
    package var body = TimeAmount.seconds(60)
    package var idle = TimeAmount.seconds(30)

    package init() {}
  }

  private let limits: Limits
  /// Nothing while an answer is made.
  private var deadline: NIODeadline?
  private var alarm: Scheduled<Void>?

  package init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { start(context) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    alarm?.cancel()
  }

  package func channelActive(context: ChannelHandlerContext) {
    if alarm == nil { start(context) }
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    alarm?.cancel()
    context.fireChannelInactive()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      allow(limits.body, context)
      if head.headerFields[.expect]?.lowercased() == "100-continue" {
        let response = HTTPResponse(status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
      }
    case .body: break
    // An answer may take its time: what is idle behind it is the server's to close.
    case .end: deadline = nil
    }
    context.fireChannelRead(data)
  }

  package func write(
    context: ChannelHandlerContext,
    data: NIOAny,
    promise: EventLoopPromise<Void>?
  ) {
    if case .end = unwrapOutboundIn(data) { allow(limits.idle + limits.head, context) }
    context.write(data, promise: promise)
  }

  private func start(_ context: ChannelHandlerContext) {
    allow(limits.head, context)
    setAlarm(context)
  }

  private func allow(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline = context.eventLoop.now + time
  }

  /// One alarm goes off now and then and looks at the deadline, which moves with each request: no
  /// deadline can be set that ends before the next look.
  private func setAlarm(_ context: ChannelHandlerContext) {
    let look = context.eventLoop.now + min(limits.head, limits.body)
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    alarm = context.eventLoop.scheduleTask(deadline: min(look, deadline ?? look)) {
      let (handler, context) = bound.value
      if let deadline = handler.deadline, deadline <= context.eventLoop.now {
        context.close(promise: nil)
      } else {
        handler.setAlarm(context)
      }
    }
  }
}
