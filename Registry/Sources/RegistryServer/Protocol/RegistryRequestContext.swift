package import Hummingbird
import NIOCore
import RegistryContent
package import Sharing
import Synchronization

/// The token and the connection of a request.
package struct RegistryRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The token for reading; `nil` if reading needs none.
  package var reader: Token?
  /// The name of the token that the request was sent with, if it is valid.
  let token = TokenNote()
  private let channel: any Channel

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The address of the client or of its proxy; `nil` in tests without a connection.
  package var sender: String? { channel.remoteAddress?.ipAddress }

  /// Sends `100 Continue` if the sender waits for it, so that refused bodies are never sent.
  func askForBody() {
    channel.triggerUserOutboundEvent(RequestHeads.BodyIsWanted(), promise: nil)
  }
}

/// Tells those outside of a route which token it found.
final class TokenNote: Sendable {
  private let note = Mutex<String?>(nil)

  var name: String? {
    get { note.withLock { $0 } }
    set { note.withLock { $0 = newValue } }
  }
}
