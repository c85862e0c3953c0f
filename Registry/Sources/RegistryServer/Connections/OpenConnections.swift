package import NIOCore
import Synchronization

/// The open connections of a server, and those whose clients it waits for.
///
/// Clients that are slow, with the rest of a request or with taking an answer, may have a number of
/// connections from one address; then the slowest is closed, so that they do not block others. A
/// client that keeps a connection for its next request is not slow: only when all places are taken,
/// the one that is unused for longest gives way.
package final class OpenConnections: Sendable {
  enum Purpose {
    /// The first request, or the rest of one.
    case request
    case answer
    case nextRequest
  }

  package struct Limits: Sendable {
    /// The number of connections at the same time; further ones wait to be accepted.
    package var all = 1024
    /// The number of slow connections of one address.
    package var slow = 64
    /// Who waits for less is not slow: many clients may connect at the same moment.
    package var patience = TimeAmount.seconds(1)
    /// Their connections are those of many clients.
    package var proxies = TrustedProxies()

    package init() {}
  }

  private struct Key: Hashable {
    let channel: ObjectIdentifier
    let purpose: Purpose
  }

  private struct Waiting {
    let channel: any Channel
    let address: String
    let since: NIODeadline
    /// Greater for those that wait for less.
    let number: Int
    let isLimited: Bool
  }

  private struct State {
    var open = 0
    var last = 0
    var waiting: [Key: Waiting] = [:]
    /// The numbers of limited ones by address.
    var slow: [String: Int] = [:]

    mutating func remove(_ key: Key) -> Waiting? {
      guard let removed = waiting.removeValue(forKey: key) else { return nil }
      if removed.isLimited {
        let rest = slow[removed.address, default: 1] - 1
        slow[removed.address] = rest > 0 ? rest : nil
      }
      return removed
    }
  }

  private let limits: Limits
  private let state = Mutex(State())

  package init(_ limits: Limits) {
    self.limits = limits
  }

  /// The number of connections, for those who watch the server.
  package var count: Int { state.withLock(\.open) }

  func open() {
    let unused: Waiting? = state.withLock { state in
      state.open += 1
      guard state.open > limits.all else { return nil }
      let unused = state.waiting.filter { $0.key.purpose == .nextRequest }
      guard let oldest = unused.min(by: { $0.value.number < $1.value.number }) else { return nil }
      return state.remove(oldest.key)
    }
    unused?.channel.close(promise: nil)
  }

  func close() {
    state.withLock { $0.open -= 1 }
  }

  func insert(_ channel: any Channel, for purpose: Purpose, of address: String) {
    let now = channel.eventLoop.now
    let isLimited = purpose != .nextRequest && !limits.proxies.contains(address)
    let slow = state.withLock { state in
      state.last += 1
      state.waiting[Key(channel: ObjectIdentifier(channel), purpose: purpose)] = Waiting(
        channel: channel,
        address: address,
        since: now,
        number: state.last,
        isLimited: isLimited
      )
      guard isLimited else { return [Waiting]() }
      let count = state.slow[address, default: 0] + 1
      state.slow[address] = count
      guard count > limits.slow else { return [] }
      let late = state.waiting.filter { _, other in
        other.isLimited && other.address == address && now - other.since >= limits.patience
      }
      return late.sorted { $0.value.number < $1.value.number }.prefix(count - limits.slow)
        .compactMap { state.remove($0.key) }
    }
    for connection in slow { connection.channel.close(promise: nil) }
  }

  func remove(_ channel: any Channel, for purpose: Purpose) {
    state.withLock { state in
      _ = state.remove(Key(channel: ObjectIdentifier(channel), purpose: purpose))
    }
  }
}
