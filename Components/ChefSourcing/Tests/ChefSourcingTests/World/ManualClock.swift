import Synchronization

/// A clock that stands still until it is told to go on.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    static func < (first: Instant, second: Instant) -> Bool {
      first.offset < second.offset
    }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var nextID = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock(\.now) }

  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        register(Sleeper(deadline: deadline, continuation: continuation), as: id)
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Until when somebody sleeps.
  var deadlines: [Instant] { state.withLock { $0.sleepers.values.map(\.deadline).sorted() } }

  /// Returns as soon as somebody sleeps.
  func someoneSleeps() async {
    await withCheckedContinuation { continuation in
      let sleeps = state.withLock { state in
        if state.sleepers.isEmpty { state.waiting.append(continuation) }
        return !state.sleepers.isEmpty
      }
      if sleeps { continuation.resume() }
    }
  }

  /// Moves the hands and wakes whoever's time has come.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  private func register(_ sleeper: Sleeper, as id: Int) {
    enum Fate { case sleeps([CheckedContinuation<Void, Never>]), wakes, isCancelled }
    let fate: Fate = state.withLock { state in
      if state.cancelled.contains(id) { return .isCancelled }
      if sleeper.deadline <= state.now { return .wakes }
      state.sleepers[id] = sleeper
      defer { state.waiting = [] }
      return .sleeps(state.waiting)
    }
    switch fate {
    case .sleeps(let waiting): for continuation in waiting { continuation.resume() }
    case .wakes: sleeper.continuation.resume()
    case .isCancelled: sleeper.continuation.resume(throwing: CancellationError())
    }
  }
}
