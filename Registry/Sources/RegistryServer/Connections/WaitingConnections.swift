import NIOCore
import Synchronization

/// The connections whose senders the server waits for: for the rest of a request, or the next one.
///
/// Of one address there may be so many. The one that was waited for longest gives way to another, so
/// that who opens many and sends nothing keeps nobody else waiting, not even at the same address.
final class WaitingConnections: Sendable {
  private let most: Int
  private let connections = Mutex<[String: [any Channel]]>([:])

  /// - Parameter most: Of one address.
  init(most: Int) {
    self.most = most
  }

  func insert(_ channel: any Channel, of address: String) {
    let oldest: (any Channel)? = connections.withLock { connections in
      connections[address, default: []].append(channel)
      guard let waiting = connections[address], waiting.count > most else { return nil }
      return connections[address]?.removeFirst()
    }
    oldest?.close(promise: nil)
  }

  func remove(_ channel: any Channel, of address: String) {
    connections.withLock { connections in
      connections[address]?.removeAll { $0 === channel }
      if connections[address]?.isEmpty == true { connections[address] = nil }
    }
  }
}
