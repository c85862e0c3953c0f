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
  private var deadline: Scheduled<Void>?

  package init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { close(context, in: limits.head) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
  }

  package func channelActive(context: ChannelHandlerContext) {
    close(context, in: limits.head)
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      close(context, in: limits.body)
      if head.headerFields[.expect]?.lowercased() == "100-continue" {
        let response = HTTPResponse(status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
      }
    case .body: break
    // An answer may take its time: what is idle behind it is the server's to close.
    case .end: deadline?.cancel()
    }
    context.fireChannelRead(data)
  }

  package func write(
    context: ChannelHandlerContext,
    data: NIOAny,
    promise: EventLoopPromise<Void>?
  ) {
    if case .end = unwrapOutboundIn(data) { close(context, in: limits.idle + limits.head) }
    context.write(data, promise: promise)
  }

  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
