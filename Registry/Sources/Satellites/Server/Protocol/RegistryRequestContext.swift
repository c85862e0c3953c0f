import HTTPTypes
package import Hummingbird
import NIOCore
import NIOHTTPTypes
package import Sharing
import Site
import Synchronization

/// The token and the connection of a request.
package struct RegistryRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The token for reading; `nil` if reading needs none.
  package var reader: Token?
  let notes = RequestNotes()
  private let channel: any Channel

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The address of the client or of its proxy; `nil` in tests without a connection.
  package var sender: String? { channel.remoteAddress?.ipAddress }

  /// Sends `100 Continue` if the sender waits for it, so that refused bodies are never sent.
  func askForBody(of request: Request) {
    guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
    let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
    channel.writeAndFlush(head, promise: nil)
  }
}

/// Tells the log what is found while a request is answered.
final class RequestNotes: Sendable {
  private let notes = Mutex<(token: String?, problem: String?)>((nil, nil))

  /// The name of the token that the request was sent with, if it is valid.
  var token: String? {
    get { notes.withLock(\.token) }
    set { notes.withLock { $0.token = newValue } }
  }

  /// Why the request is refused.
  var problem: String? {
    get { notes.withLock(\.problem) }
    set { notes.withLock { $0.problem = newValue } }
  }
}
