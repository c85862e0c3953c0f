import NIOCore
import Synchronization

/// The connections whose senders the server waits for: for the rest of a request or the
/// next one, or to take an answer.
///
/// The number for one address is limited. A new one replaces the oldest, so that a client with many
/// idle connections does not block others, not even at the same address.
package final class WaitingConnections: Sendable {
  enum Purpose {
    case request
    case answer
  }

  private struct Connection {
    let channel: any Channel
    let purpose: Purpose
  }

  private let most: Int
  private let connections = Mutex<[String: [Connection]]>([:])

  /// - Parameter most: Of one address.
  package init(most: Int) {
    self.most = most
  }

  func insert(_ channel: any Channel, for purpose: Purpose, of address: String) {
    let oldest: Connection? = connections.withLock { connections in
      connections[address, default: []].append(Connection(channel: channel, purpose: purpose))
      guard let waiting = connections[address], waiting.count > most else { return nil }
      return connections[address]?.removeFirst()
    }
    oldest?.channel.close(promise: nil)
  }

  func remove(_ channel: any Channel, for purpose: Purpose, of address: String) {
    connections.withLock { connections in
      connections[address]?.removeAll { $0.channel === channel && $0.purpose == purpose }
      if connections[address]?.isEmpty == true { connections[address] = nil }
    }
  }
}
