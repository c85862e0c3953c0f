import Synchronization

/// Wakes a task that pauses between two rounds, and tells others when a round is over.
package final class Bell: Sendable {
  private struct State {
    var hasRung = false
    /// How many rounds have begun, and how many have ended.
    var (begun, ended) = (0, 0)
    var waiting = 0
  }

  /// Between two looks whether it has rung.
  private static let look = Duration.milliseconds(20)

  private let state = Mutex(State())

  package init() {}

  /// Ends the pause, or the next one.
  package func ring() {
    state.withLock { $0.hasRung = true }
  }

  /// Returns after this time, when the bell rings or when the task is cancelled.
  package func pause(_ time: Duration) async {
    await wait(upTo: time) { $0.hasRung }
  }

  /// Rings, and returns when a round that began after that is over, at the latest after `patience`.
  package func waitForRound(upTo patience: Duration) async {
    let round = state.withLock { state in
      state.hasRung = true
      state.waiting += 1
      return state.begun + 1
    }
    await wait(upTo: patience) { $0.ended >= round }
    state.withLock { $0.waiting -= 1 }
  }

  /// How many wait for a round.
  package var waiting: Int { state.withLock(\.waiting) }

  /// Runs a round for all who wait for it.
  package func round(_ body: () async -> Void) async {
    state.withLock { state in
      // Whoever has rung is served by this round.
      state.hasRung = false
      state.begun += 1
    }
    await body()
    state.withLock { $0.ended = $0.begun }
  }

  private func wait(upTo time: Duration, until isOver: (State) -> Bool) async {
    let end = ContinuousClock.now + time
    while !state.withLock({ isOver($0) }), .now < end, !Task.isCancelled {
      try? await Task.sleep(for: Self.look)
    }
  }
}
