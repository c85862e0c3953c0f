/// Lets a limited number of tasks through at a time, the others in the order in which they came.
///
/// Tests that run programs side by side neither starve them nor run into each other's time limits.
public actor Turnstile {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter places: How many tasks are let through at a time.
  public init(places: Int) {
    self.places = places
  }

  /// Runs `body` as soon as there is a place for it.
  public nonisolated func pass<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    await enter()
    do {
      let value = try await body()
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty {
      places += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
