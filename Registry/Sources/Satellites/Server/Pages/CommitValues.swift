import Git
import Synchronization

/// Values that are computed at most once for each commit, by whoever needs them first, and away from
/// the connections.
///
/// Beyond a bound on their weight, all but the newest are forgotten.
final class CommitValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var commit: ObjectID?
    var tasks: [Key: Task<Value, any Error>] = [:]
    /// Those whose values are computed, and the weight of these.
    var finished: [Key] = []
    var weight = 0
  }

  private let bound: Int
  private let weight: @Sendable (Value) -> Int
  private let state = Mutex(State())

  /// - Parameter bound: In the unit of the weights.
  init(bound: Int = .max, weight: @escaping @Sendable (Value) -> Int = { _ in 0 }) {
    (self.bound, self.weight) = (bound, weight)
  }

  func value(
    _ key: Key,
    at commit: ObjectID,
    _ compute: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = state.withLock { state in
      if state.commit != commit { state = State(commit: commit) }
      if let known = state.tasks[key] { return known }
      // Whoever waits for it may leave, and others still need it.
      let task = Task.detached { [self] in
        let result = await Result(catching: compute)
        finish(key, at: commit, result)
        return try result.get()
      }
      state.tasks[key] = task
      return task
    }
    return try await task.value
  }

  private func finish(_ key: Key, at commit: ObjectID, _ result: Result<Value, any Error>) {
    state.withLock { state in
      guard state.commit == commit else { return }
      guard case .success(let value) = result else {
        state.tasks[key] = nil
        return
      }
      let weight = weight(value)
      guard weight <= bound else {
        state.tasks[key] = nil
        return
      }
      if state.weight > bound - weight {
        for old in state.finished { state.tasks[old] = nil }
        (state.finished, state.weight) = ([], 0)
      }
      state.finished.append(key)
      state.weight += weight
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
