package import Hummingbird
import NIOCore

/// What is known of a request beside itself.
package struct RegistryRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Of whoever sent it, or of the proxy in front; nothing in tests that open no connection.
  package var sender: String? { channel.remoteAddress?.ipAddress }
}
