package import Hummingbird
import NIOCore

/// What is known of a request beside itself.
package struct RegistryRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// Of whoever sent it, or of the proxy in front; nothing in tests that open no connection.
  package let sender: String?

  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    sender = source.channel.remoteAddress?.ipAddress
  }
}
