package import HummingbirdCore
package import NIOCore

/// The limits of one connection, and of all of them together.
package struct ConnectionLimits: Sendable {
  /// The number of connections at the same time.
  package var connections = 1024
  /// Of a request's head, in bytes.
  package var head = 16 << 10
  package var headers = 100
  package var deadlines = ConnectionDeadlines.Limits()

  package init() {}

  /// A server for HTTP/1.1 within these limits.
  ///
  /// - Parameters:
  ///   - connections: Counted for others.
  ///   - refusals: Where requests are logged that cannot be parsed.
  ///   - prepare: Adds the first handlers to a connection, such as for TLS.
  package func server(
    counting connections: OpenConnections,
    refusals: RefusalLog,
    _ prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in }
  ) -> HTTPServerBuilder {
    let (deadlines, limits) = (deadlines, RequestHead.Limits(head: head, headers: headers))
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionDeadlines(deadlines, connections)],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: head,
        maxHeaderListSize: head,
        maxHeaderFieldCount: headers
      )
    )
    return HTTPServerBuilder { responder in
      GuardedConnection(
        connection: HTTP1Channel(responder: responder, configuration: configuration),
        prepare: prepare,
        heads: { RequestHeads(limits, refusals) }
      )
    }
  }

  /// One more than may stay open, for which one that waits for its client then gives way.
  package var availability: MaximumAvailableConnections {
    MaximumAvailableConnections(connections + 1)
  }
}
