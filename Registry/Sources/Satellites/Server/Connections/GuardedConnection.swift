import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

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
