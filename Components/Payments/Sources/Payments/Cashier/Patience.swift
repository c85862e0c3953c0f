/// How long the app goes on asking a processor that does not answer.
struct Patience: Sendable {
  /// How often it asks what became of one request; at least once.
  let tries: Int
  /// Waits after a try, counted from 1, that was not the last.
  let pause: @Sendable (Int) async -> Void

  /// Makes a patience.
  init(tries: Int, pause: @escaping @Sendable (Int) async -> Void) {
    self.tries = max(1, tries)
    self.pause = pause
  }

  /// Three tries within a second.
  static let brief = Patience(tries: 3) { number in
    // A sleep is cut short only by cancellation, after which the next try may as well come at once.
    try? await Task.sleep(for: .milliseconds(200 * number))
  }

  /// Three tries without a pause, for tests.
  static let none = Patience(tries: 3) { _ in }
}
