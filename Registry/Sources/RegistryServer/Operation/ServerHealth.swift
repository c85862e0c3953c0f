import GitValues
import RegistryContent
import RegistryModel
import Synchronization

/// What the server knows of itself: when it last read the branch and fetched, and what prevented it.
package final class ServerHealth: Sendable {
  /// Why the branch, or the mirrored repository, could not be read or loaded.
  struct Fault: Hashable, Sendable {
    let message: String
    /// Whether the repository itself can be read, so that all that it has is still served.
    var isReadable = true
  }

  private struct Event {
    var time: ContinuousClock.Instant
    var fault: Fault?
  }

  private struct State {
    var look: Event
    var fetch: Event?
  }

  /// A server that has not looked for this long is stuck.
  private static let longest = Duration.seconds(30)

  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
    state = Mutex(State(look: Event(time: now())))
  }

  var fault: Fault? { state.withLock(\.look.fault) }
  var fetchFault: Fault? { state.withLock(\.fetch?.fault) }

  /// Notes that the branch was read, or why not; returns whether that is news.
  func looked(_ fault: Fault?) -> Bool {
    state.withLock { state in
      defer { state.look = Event(time: now(), fault: fault) }
      return state.look.fault != fault
    }
  }

  /// The same for fetching.
  func fetched(_ fault: Fault?) -> Bool {
    state.withLock { state in
      defer { state.fetch = Event(time: now(), fault: fault) }
      return state.fetch?.fault != fault
    }
  }

  var lookAge: Duration { now() - state.withLock(\.look.time) }
  var fetchAge: Duration? { state.withLock(\.fetch).map { now() - $0.time } }

  /// Whether clients should be sent to another server: one that serves an older commit, because the
  /// newest is faulty, is as good as all others.
  var isHealthy: Bool {
    lookAge <= Self.longest && fault?.isReadable != false
  }

  func json(_ snapshot: RegistrySnapshot, branch: String?) -> JSONValue {
    var members: [String: JSONValue] = [
      "commit": .string(snapshot.commit.hex),
      "look": json(state.withLock(\.look)),
      "status": .string(isHealthy ? "ok" : "failing"),
    ]
    members["branch"] = branch.map { .string($0) }
    members["fetch"] = state.withLock(\.fetch).map(json)
    return .object(members)
  }

  private func json(_ event: Event) -> JSONValue {
    var members: [String: JSONValue] = [
      "secondsAgo": .integer(Int((now() - event.time) / .seconds(1)))
    ]
    members["problem"] = event.fault.map { .string($0.message) }
    return .object(members)
  }
}
