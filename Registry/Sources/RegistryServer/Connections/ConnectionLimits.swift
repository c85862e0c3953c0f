package import HummingbirdCore
import NIOCore

/// The limits of one connection, and of all of them together.
package struct ConnectionLimits: Sendable {
  /// The number of connections at the same time; further ones wait to be accepted.
  package var connections = 256
  /// The number of connections of one address that the server waits for.
  package var waiting = 64
  /// Of a request's head, in bytes.
  package var head = 16 << 10
  package var headers = 100
  package var deadlines = RequestDeadlines.Limits()

  package init() {}

  /// A server for HTTP/1.1 within these limits.
  package var server: HTTPServerBuilder {
    let deadlines = deadlines
    let waiting = WaitingConnections(most: waiting)
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        AnswerDeadlines(deadlines.idle, waiting), RequestDeadlines(deadlines, waiting),
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
      OnItsEventLoop(
        connection: WithRequestHeads(
          connection: HTTP1Channel(responder: responder, configuration: configuration),
          limits: limits
        )
      )
    }
  }

  package var availability: MaximumAvailableConnections {
    MaximumAvailableConnections(connections)
  }
}
