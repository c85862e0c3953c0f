/// How often a request to a processor is repeated.
struct Retries: Sendable {
  /// At least one.
  let attempts: Int
  /// Waits after an attempt, counted from 1, that was not the last.
  let pause: @Sendable (Int) async -> Void

  init(attempts: Int, pause: @escaping @Sendable (Int) async -> Void) {
    self.attempts = max(1, attempts)
    self.pause = pause
  }

  /// Three attempts within a second.
  static let brief = Retries(attempts: 3) { attempt in
    // A sleep is cut short only by cancellation, after which the next attempt may as well come at once.
    try? await Task.sleep(for: .milliseconds(200 * attempt))
  }

  /// Three attempts without a pause, for tests.
  static let atOnce = Retries(attempts: 3) { _ in }
}
