extension Clock where Duration == Swift.Duration {
  /// What `answer` comes to; nil when the time limit passed first, by which `answer` is cancelled.
  func answer<Answer: Sendable>(
    within limit: Duration,
    _ answer: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer? {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
      group.addTask { try await answer() }
      group.addTask {
        try await sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
