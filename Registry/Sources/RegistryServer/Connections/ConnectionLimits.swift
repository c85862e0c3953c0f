package import HummingbirdCore
package import NIOCore

/// The limits of one connection, and of all of them together.
package struct ConnectionLimits: Sendable {
  package var connections = OpenConnections.Limits()
  /// Of a request's head, in bytes.
  package var head = 16 << 10
  package var headers = 100
  package var deadlines = RequestDeadlines.Limits()

  package init() {}

  /// A server for HTTP/1.1 within these limits.
  package var server: HTTPServerBuilder { server(counting: OpenConnections(connections)) }

  /// - Parameters:
  ///   - connections: Counted for others.
  ///   - refusals: Where requests are logged that cannot be parsed.
  ///   - prepare: Adds the first handlers to a connection, such as for TLS.
  package func server(
    counting connections: OpenConnections,
    refusals: RefusalLog? = nil,
    _ prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in }
  ) -> HTTPServerBuilder {
    let deadlines = deadlines
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        AnswerDeadlines(deadlines.idle, connections), RequestDeadlines(deadlines, connections),
      ],
      idleTimeout: deadlines.idle,
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: head,
        maxHeaderListSize: head,
        maxHeaderFieldCount: headers
      )
    )
    let limits = RequestHeads.Limits(head: head, headers: headers)
    return HTTPServerBuilder { responder in
      let connection = WithRequestHeads(
        connection: HTTP1Channel(responder: responder, configuration: configuration),
        limits: limits,
        refusals: refusals
      )
      return PreparedConnection(connection: connection, prepare: prepare)
    }
  }

  /// One more than may stay open, for which an unused one then gives way.
  package var availability: MaximumAvailableConnections {
    MaximumAvailableConnections(connections.all + 1)
  }
}
