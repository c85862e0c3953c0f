import Synchronization

/// A process that dies at a chosen moment: before or after any call to one of its ports.
final class Fuse: Sendable {
  struct Killed: Error {}

  private let remaining: Mutex<Int?>

  /// Makes a fuse that blows at the moment after the first `moments`; nil for never.
  init(after moments: Int? = nil) {
    remaining = Mutex(moments)
  }

  func light(after moments: Int?) {
    remaining.withLock { $0 = moments }
  }

  /// Whether the process is dead: it never does anything again.
  var isBlown: Bool {
    remaining.withLock { $0.map { $0 < 0 } ?? false }
  }

  /// Runs a call to a port between two moments at which the process may die.
  func guarding<Value>(_ call: () async throws -> Value) async throws -> Value {
    try pass()
    let value = try await call()
    try pass()
    return value
  }

  private func pass() throws {
    let isBlown = remaining.withLock { remaining in
      guard let left = remaining else { return false }
      remaining = max(-1, left - 1)
      return left <= 0
    }
    if isBlown { throw Killed() }
  }
}
