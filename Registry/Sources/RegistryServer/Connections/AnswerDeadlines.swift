package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose client does not read its answers, and counts it as waiting while no
/// data can be written to it.
package final class AnswerDeadlines: ChannelOutboundHandler, RemovableChannelHandler {
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// Shorter pauses are normal in a shared network.
  private static let pause = TimeAmount.seconds(1)

  private let limit: TimeAmount
  private let connections: OpenConnections
  private var isWaitedFor = false
  /// Parts of answers that are not completely sent.
  private var unwritten = 0
  private var written = 0
  /// The bytes sent when progress was last seen, and the time of that.
  private var progress: (written: Int, buffered: Int, time: NIODeadline)?
  /// Scheduled while data is waiting to be sent.
  private var look: Scheduled<Void>?

  /// - Parameters:
  ///   - limit: The longest time without any data written.
  ///   - connections: Shared by all connections of a server.
  package init(_ limit: TimeAmount, _ connections: OpenConnections) {
    self.limit = limit
    self.connections = connections
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    look?.cancel()
    wait(false, context)
  }

  package func write(
    context: ChannelHandlerContext,
    data: NIOAny,
    promise: EventLoopPromise<Void>?
  ) {
    unwritten += 1
    let promise = promise ?? context.eventLoop.makePromise()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    promise.futureResult.whenComplete { _ in
      let (handler, context) = bound.value
      handler.unwritten -= 1
      handler.written += 1
      handler.wait(false, context)
    }
    context.write(data, promise: promise)
  }

  package func flush(context: ChannelHandlerContext) {
    context.flush()
    // Usually, everything is sent by now.
    guard unwritten > 0, look == nil, context.channel.isActive else { return }
    progress = (written, buffered(context), context.eventLoop.now)
    setLook(context)
  }

  private func setLook(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    look = context.eventLoop.scheduleTask(in: min(Self.pause, limit)) {
      let (handler, context) = bound.value
      handler.look = nil
      handler.lookNow(context)
    }
  }

  private func lookNow(_ context: ChannelHandlerContext) {
    guard unwritten > 0, let last = progress else { return }
    let (buffered, now) = (buffered(context), context.eventLoop.now)
    if written != last.written || buffered < last.buffered {
      progress = (written, buffered, now)
      wait(false, context)
    } else if now - last.time >= limit {
      context.close(promise: nil)
      return
    } else {
      progress = (written, max(buffered, last.buffered), last.time)
      wait(true, context)
    }
    setLook(context)
  }

  /// In bytes: a part of an answer may be larger than what a slow network takes within the limit.
  private func buffered(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  private func wait(_ isWaitedFor: Bool, _ context: ChannelHandlerContext) {
    guard isWaitedFor != self.isWaitedFor else { return }
    self.isWaitedFor = isWaitedFor
    if isWaitedFor {
      let address = context.remoteAddress?.ipAddress ?? ""
      connections.insert(context.channel, for: .answer, of: address)
    } else {
      connections.remove(context.channel, for: .answer)
    }
  }
}
