import GitValues
import Synchronization

/// Values that are computed at most once for each commit, by whoever needs them first.
final class CommitValues<Value: Sendable>: Sendable {
  private struct State {
    var commit: ObjectID?
    var tasks: [String: Task<Value, any Error>] = [:]
  }

  private let state = Mutex(State())

  func value(
    _ key: String,
    at commit: ObjectID,
    _ compute: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = state.withLock { state in
      if state.commit != commit { state = State(commit: commit) }
      if let known = state.tasks[key] { return known }
      // Whoever waits for it may leave, and others still need it.
      let task = Task.detached { try await compute() }
      state.tasks[key] = task
      return task
    }
    do {
      return try await task.value
    } catch {
      // The next one who needs it tries again.
      state.withLock { if $0.tasks[key] == task { $0.tasks[key] = nil } }
      throw error
    }
  }
}
