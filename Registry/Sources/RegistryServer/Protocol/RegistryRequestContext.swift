package import Hummingbird
import NIOCore
package import Sharing

/// The token and the connection of a request.
package struct RegistryRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// By whose token the request reads; `nil` where everybody may read.
  package var reader: Token?
  private let channel: any Channel

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// The address of the client or of its proxy; `nil` in tests without a connection.
  package var sender: String? { channel.remoteAddress?.ipAddress }

  /// Tells a sender that waits for it to send the body: what is refused before is never sent.
  func askForBody() {
    channel.triggerUserOutboundEvent(RequestHeads.BodyIsWanted(), promise: nil)
  }
}
