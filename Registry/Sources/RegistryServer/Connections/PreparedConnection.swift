import HummingbirdCore
import Logging
import NIOCore

/// A connection whose pipeline begins with handlers of the program, such as for TLS.
struct PreparedConnection<Connection: ServerChildChannel>: ServerChildChannel {
  typealias Value = Connection.Value

  let connection: Connection
  /// Adds the handlers, on the event loop of the connection.
  let prepare: @Sendable (any Channel) throws -> Void

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      try prepare(channel)
    }.flatMap {
      connection.setup(channel: channel, logger: logger)
    }
  }

  func handle(value: Value, logger: Logger) async {
    await connection.handle(value: value, logger: logger)
  }
}
