/// Lets a limited number of tasks through at a time, so that tests that run programs side by side
/// neither starve them nor run into each other's time limits.
actor Turnstile {
  /// What all programs under test pass.
  static let programs = Turnstile(places: 4)

  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    self.places = places
  }

  nonisolated func pass<Value: Sendable>(
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
