import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// An HTTP/1.1 connection with ``RequestHeads`` directly after its parser.
struct WithRequestHeads<Connection: ServerChildChannel>: ServerChildChannel {
  typealias Value = Connection.Value

  let connection: Connection
  let limits: RequestHeads.Limits
  let refusals: RefusalLog?

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    connection.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(RequestHeads(limits, refusals), position: .before(codec))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await connection.handle(value: value, logger: logger)
  }
}
