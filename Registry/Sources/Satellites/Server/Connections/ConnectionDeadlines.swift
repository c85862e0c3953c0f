package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose client takes too long: for the head or the body of a request, for the
/// next request, or for taking its answers.
package final class ConnectionDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  package struct Limits: Sendable {
    /// For the first request of a connection.
    package var head = TimeAmount.seconds(10)
    package var body = TimeAmount.seconds(60)
    /// For the head of each later request, and for taking any data of an answer.
    package var idle = TimeAmount.seconds(30)

    package init() {}
  }

  private let limits: Limits
  private let connections: OpenConnections
  /// The number of requests without a complete answer.
  private var unanswered = 0
  private var isReading = false
  /// Of the request that is waited for, or its rest; `nil` while an answer is computed.
  private var request: NIODeadline?
  /// The number of parts of answers that are not completely sent.
  private var unsent = 0
  /// For sending more of them; `nil` if all are sent.
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
