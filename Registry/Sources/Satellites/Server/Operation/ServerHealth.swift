import Base
import Git
import HTTPTypes
import Hummingbird
import Model
import Site
import Synchronization

/// The health of the server: when it last read the branch and fetched, and what prevented it.
package final class ServerHealth: Sendable {
  /// The reason why the branch, or the mirrored repository, could not be read or loaded.
  struct Fault: Hashable, Sendable {
    let message: String
    /// Whether the repository itself can be read, so that all that it has is still served.
    var isReadable = true
  }

  /// The last attempt, and the last one without a fault.
  private struct Event {
    var attempt: ContinuousClock.Instant
    var success: ContinuousClock.Instant?
    var fault: Fault?

    /// Returns whether the fault is another one than before.
    mutating func note(_ fault: Fault?, at time: ContinuousClock.Instant) -> Bool {
      let isNew = self.fault != fault
      self.fault = fault
      attempt = time
      if fault == nil { success = time }
      return isNew
    }
  }

  private struct State {
    let start: ContinuousClock.Instant
    var look: Event
    var fetch: Event?
  }

  /// A server that has not looked for this long is stuck.
  private static let longest = Duration.seconds(30)

  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// Starts with a look that succeeded now.
  ///
  /// - Parameter now: The clock.
  package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
    let start = now()
    state = Mutex(State(start: start, look: Event(attempt: start, success: start)))
  }

  var fault: Fault? { state.withLock(\.look.fault) }
  var fetchFault: Fault? { state.withLock(\.fetch?.fault) }

  /// Notes that the branch was read, or why not; returns whether that is news.
  func looked(_ fault: Fault?) -> Bool {
    state.withLock { $0.look.note(fault, at: now()) }
  }

  /// The same for fetching.
  func fetched(_ fault: Fault?) -> Bool {
    state.withLock { state in
      var fetch = state.fetch ?? Event(attempt: now())
      let isNew = fetch.note(fault, at: now())
      state.fetch = fetch
      return isNew
    }
  }

  /// The time since the branch was read without a fault.
  var lookAge: Duration { state.withLock { now() - ($0.look.success ?? $0.start) } }

  /// The time since the mirrored repository was fetched, or since the start if it never was; `nil` if
  /// none is mirrored.
  var fetchAge: Duration? {
    state.withLock { state in state.fetch.map { now() - ($0.success ?? state.start) } }
  }

  /// Whether clients should be sent to another server: one that serves an older commit, because the
  /// newest is faulty, is as good as all others.
  var isHealthy: Bool {
    now() - state.withLock(\.look.attempt) <= Self.longest && fault?.isReadable != false
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
    var members: [String: JSONValue] = [:]
    members["secondsAgo"] = event.success.map { .integer(Int((now() - $0) / .seconds(1))) }
    members["problem"] = event.fault.map { .string($0.message) }
    return .object(members)
  }
}

/// `GET /health` and `GET /metrics`, for those who watch the server.
struct StatusRoutes: Sendable {
  static let paths: [RouterPath] = ["/health", "/metrics"]

  let registry: ServedRegistry
  let health: ServerHealth
  let metrics: ServerMetrics
  /// The number of open connections.
  let connections: @Sendable () -> Int

  func add<Context: RequestContext>(to router: Router<Context>) {
    router.get("/health") { _, _ in answerHealth() }
    router.get("/metrics") { _, _ in answerMetrics() }
    router.refuseOtherMethods(at: Self.paths, allowed: [.get, .head])
  }

  private func answerHealth() -> Response {
    let json = health.json(registry.snapshot, branch: registry.branch).compact
    return Self.response(
      json,
      "application/json",
      status: health.isHealthy ? .ok : .serviceUnavailable
    )
  }

  private func answerMetrics() -> Response {
    metrics.measure("registry_connections", Double(connections()))
    metrics.measure("registry_components", Double(registry.snapshot.logs.count))
    metrics.measure("registry_healthy", health.isHealthy ? 1 : 0)
    metrics.measure("registry_look_age_seconds", health.lookAge / .seconds(1))
    if let age = health.fetchAge {
      metrics.measure("registry_fetch_age_seconds", age / .seconds(1))
    }
    return Self.response(metrics.text, "text/plain; version=0.0.4; charset=utf-8")
  }

  private static func response(
    _ text: String,
    _ type: String,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    let body = ByteBuffer(string: text)
    return Response(
      status: status,
      headers: [
        .contentType: type, .contentLength: "\(body.readableBytes)", .cacheControl: "no-store",
      ],
      body: ResponseBody(byteBuffer: body)
    )
  }
}
