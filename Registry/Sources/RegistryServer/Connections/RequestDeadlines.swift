import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose sender takes too long for the head or the body of a request, and reports
/// which senders the server is waiting for.
package final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  package struct Limits: Sendable {
    /// For the first request of a connection, and for each later one after the idle time.
    package var head = TimeAmount.seconds(10)
    package var body = TimeAmount.seconds(60)
    package var idle = TimeAmount.seconds(30)

    package init() {}
  }

  private let limits: Limits
  private let connections: OpenConnections
  private var address = ""
  private var isCounted = false
  /// `nil` while the server works.
  private var waitsFor: OpenConnections.Purpose?
  /// The number of requests without a complete answer.
  private var unanswered = 0
  private var isReading = false
  /// `nil` while an answer is computed.
  private var deadline: NIODeadline?
  private var alarm: Scheduled<Void>?

  /// - Parameter connections: Shared by all connections of a server.
  package init(_ limits: Limits, _ connections: OpenConnections) {
    self.limits = limits
    self.connections = connections
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { start(context) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    stop(context)
  }

  package func channelActive(context: ChannelHandlerContext) {
    if alarm == nil { start(context) }
    context.fireChannelActive()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    stop(context)
    context.fireChannelInactive()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
      isReading = true
      allow(limits.body, context)
      wait(for: .request, context)
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
    if case .end = unwrapOutboundIn(data) {
      unanswered = max(0, unanswered - 1)
      // A request that was refused by its head may still have a body.
      if !isReading { proceed(context) }
    }
    context.write(data, promise: promise)
  }

  package func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    // A sender that may send a body was authenticated.
    if event is RequestHeads.BodyIsWanted { wait(for: nil, context) }
    context.triggerUserOutboundEvent(event, promise: promise)
  }

  /// A request or an answer is complete.
  private func proceed(_ context: ChannelHandlerContext) {
    if unanswered == 0 {
      allow(limits.idle + limits.head, context)
    } else {
      // Computing an answer has no deadline; ``AnswerDeadlines`` checks that the client reads it.
      deadline = nil
    }
    wait(for: unanswered == 0 ? .nextRequest : nil, context)
  }

  private func start(_ context: ChannelHandlerContext) {
    address = context.remoteAddress?.ipAddress ?? ""
    isCounted = true
    connections.open()
    allow(limits.head, context)
    setAlarm(context)
    wait(for: .request, context)
  }

  private func stop(_ context: ChannelHandlerContext) {
    alarm?.cancel()
    wait(for: nil, context)
    if isCounted { connections.close() }
    isCounted = false
  }

  private func wait(for purpose: OpenConnections.Purpose?, _ context: ChannelHandlerContext) {
    guard purpose != waitsFor else { return }
    if let waitsFor { connections.remove(context.channel, for: waitsFor) }
    if let purpose { connections.insert(context.channel, for: purpose, of: address) }
    waitsFor = purpose
  }

  private func allow(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline = context.eventLoop.now + time
  }

  /// Checks the deadline from time to time, instead of starting a timer for each request.
  ///
  /// No deadline ends before the next check.
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
