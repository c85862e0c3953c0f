import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// A connection that speaks HTTP/1.1, with ``RequestHeads`` between its parser and all else.
struct WithRequestHeads<Connection: ServerChildChannel>: ServerChildChannel {
  typealias Value = Connection.Value

  let connection: Connection
  let limits: RequestHeads.Limits

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    connection.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(RequestHeads(limits), position: .before(codec))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await connection.handle(value: value, logger: logger)
  }
}
