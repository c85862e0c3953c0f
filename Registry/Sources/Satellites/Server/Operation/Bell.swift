import Synchronization

/// Wakes a task that pauses between two rounds, and tells others when a round is over.
package final class Bell: Sendable {
  private struct State {
    var hasRung = false
    var sleeper: CheckedContinuation<Void, Never>?
    /// Those who wait for the next round, by their tickets.
    var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
    var tickets = 0
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
  package func pause(_ time: Duration) async {
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

  /// Rings, and returns when a round that began after that is over, at the latest after `patience`.
  package func waitForRound(upTo patience: Duration) async {
    let (round, end) = AsyncStream.makeStream(of: Never.self)
    let ticket = state.withLock { state in
      state.tickets += 1
      state.waiters[state.tickets] = end
      return state.tickets
    }
    end.onTermination = { [self] _ in state.withLock { $0.waiters[ticket] = nil } }
    ring()
    await withTaskGroup { group in
      group.addTask { for await _ in round {} }
      group.addTask { try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }

  /// How many wait for the next round.
  package var waiting: Int { state.withLock(\.waiters.count) }

  /// Runs a round for all who wait for it.
  package func round(_ body: () async -> Void) async {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      return state.waiters
    }
    await body()
    for end in waiters.values { end.finish() }
  }
}
