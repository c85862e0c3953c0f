import Synchronization

/// Wakes a task that pauses between two rounds, and tells others when a round is over.
package final class FetchTrigger: Sendable {
  private struct State {
    var isPulled = false
    var sleeper: CheckedContinuation<Void, Never>?
    /// The callers that wait for the next round, by their tickets.
    var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
    var tickets = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Ends the pause, or the next one.
  package func pull() {
    let sleeper = state.withLock { state in
      defer { state.sleeper = nil }
      if state.sleeper == nil { state.isPulled = true }
      return state.sleeper
    }
    sleeper?.resume()
  }

  /// Returns after this time, when the trigger is pulled or when the task is cancelled.
  package func pause(_ time: Duration) async {
    await withTaskGroup { group in
      group.addTask { [self] in
        try? await Task.sleep(for: time)
        pull()
      }
      await withCheckedContinuation { sleeper in
        let isPulled = state.withLock { state in
          if !state.isPulled { state.sleeper = sleeper }
          return state.isPulled
        }
        if isPulled { sleeper.resume() }
      }
      group.cancelAll()
    }
    // The round that follows serves who pulled it since then.
    state.withLock { $0.isPulled = false }
  }

  /// Pulls the trigger, and returns when a fetch that began after that is over, at the latest after `timeout`.
  package func waitForFetch(upTo timeout: Duration) async {
    let (round, end) = AsyncStream.makeStream(of: Never.self)
    let ticket = state.withLock { state in
      state.tickets += 1
      state.waiters[state.tickets] = end
      return state.tickets
    }
    end.onTermination = { [self] _ in state.withLock { $0.waiters[ticket] = nil } }
    pull()
    await withTaskGroup { group in
      group.addTask { for await _ in round {} }
      group.addTask { try? await Task.sleep(for: timeout) }
      await group.next()
      group.cancelAll()
    }
  }

  /// The number of callers that wait for the next round.
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
