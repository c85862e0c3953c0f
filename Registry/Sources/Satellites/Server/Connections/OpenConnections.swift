package import NIOCore
import Synchronization

/// The open connections of a server, and which of them wait for their clients.
///
/// When all places are taken, a new connection gets one of those that wait: of the address that has
/// most of them, the one that waits for longest. So neither slow clients nor unused connections keep
/// others out.
package final class OpenConnections: Sendable {
  private struct Connection {
    let channel: any Channel
    let address: String
    /// `nil` while the server works; starts again with each part of an answer that the client takes.
    var waitsSince: NIODeadline?
  }

  private let places: Int
  private let patience: TimeAmount
  private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

  /// - Parameters:
  ///   - places: The number of connections at the same time.
  ///   - patience: Who waits for less does not give way: many clients may connect at the same moment.
  package init(places: Int = 1024, patience: TimeAmount = .seconds(1)) {
    (self.places, self.patience) = (places, patience)
  }

  /// The number of connections, for those who watch the server.
  package var count: Int { connections.withLock(\.count) }

  func add(_ channel: any Channel) {
    let now = channel.eventLoop.now
    let slowest: (any Channel)? = connections.withLock { connections in
      connections[ObjectIdentifier(channel)] = Connection(
        channel: channel,
        address: channel.remoteAddress?.ipAddress ?? ""
      )
      guard connections.count > places else { return nil }
      let late = connections.values.filter { connection in
        connection.waitsSince.map { now - $0 >= patience } ?? false
      }
      let ofAddress = Dictionary(grouping: late, by: \.address).values.max { $0.count < $1.count }
      let slowest = ofAddress?.min { ($0.waitsSince ?? now) < ($1.waitsSince ?? now) }
      guard let channel = slowest?.channel else { return nil }
      // It is not closed yet when the next one comes.
      connections[ObjectIdentifier(channel)]?.waitsSince = nil
      return channel
    }
    slowest?.close(promise: nil)
  }

  func remove(_ channel: any Channel) {
    connections.withLock { $0[ObjectIdentifier(channel)] = nil }
  }

  /// Notes that a connection waits for its client from now on, or that it no longer does.
  func note(_ channel: any Channel, waits: Bool) {
    let now = waits ? channel.eventLoop.now : nil
    connections.withLock { $0[ObjectIdentifier(channel)]?.waitsSince = now }
  }
}
