import GitValues
import Synchronization

/// Values that are computed at most once for each commit, by whoever needs them first, and away from
/// the connections.
final class CommitValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var commit: ObjectID?
    var tasks: [Key: Task<Value, any Error>] = [:]
  }

  private let state = Mutex(State())

  func value(
    _ key: Key,
    at commit: ObjectID,
    _ compute: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = state.withLock { state in
      if state.commit != commit { state = State(commit: commit) }
      if let known = state.tasks[key] { return known }
      // Whoever waits for it may leave, and others still need it.
      let task = Task.detached(operation: compute)
      state.tasks[key] = task
      return task
    }
    do {
      return try await task.value
    } catch {
      state.withLock { state in
        if state.commit == commit { state.tasks[key] = nil }
      }
      throw error
    }
  }
}
