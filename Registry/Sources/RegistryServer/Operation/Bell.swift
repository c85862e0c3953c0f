import Synchronization

/// Wakes a task that pauses between two rounds.
package final class Bell: Sendable {
  private struct State {
    var hasRung = false
    var sleeper: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  /// Ends the pause, or the next one.
  package func ring() {
    let sleeper = state.withLock { state in
      defer { state.sleeper = nil }
      if state.sleeper == nil { state.hasRung = true }
      return state.sleeper
    }
    sleeper?.resume()
  }

  /// Returns after this time, when the bell rings or when the task is cancelled.
  func pause(_ time: Duration) async {
    await withTaskGroup { group in
      group.addTask { [self] in
        try? await Task.sleep(for: time)
        ring()
      }
      await withCheckedContinuation { sleeper in
        let hasRung = state.withLock { state in
          if !state.hasRung { state.sleeper = sleeper }
          return state.hasRung
        }
        if hasRung { sleeper.resume() }
      }
      group.cancelAll()
    }
    // Whoever rang since then is served by the round that follows.
    state.withLock { $0.hasRung = false }
  }
}
