import Foundation

/// Turns the signals by which a person or the system ends a program into cancellation, so that what
/// was begun is left in order and said.
///
/// While a question is open, Ctrl-C is a key and cancels the question; between questions it is a
/// signal, and arrives here.
public enum Interruption {
  /// Runs `body` in a task that the signals cancel; of scopes within one another, Ctrl-C cancels the
  /// innermost, and every other signal all of them.
  ///
  /// A second signal while a scope is ending ends the process by its default action.
  public static func scope<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (start, starter) = AsyncStream<Never>.makeStream()
    let task = Task {
      for await _ in start {}
      return try await body()
    }
    let id = ProcessSignals.shared.beginScope { task.cancel() }
    defer { ProcessSignals.shared.endScope(id) }
    // Not before the scope is there: a signal in the first moment of the body is the body's.
    starter.finish()
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// The scopes of ``Interruption`` that run, the outermost first, and what a signal does to them.
struct InterruptionScopes {
  private struct Scope {
    let id: Int
    let cancel: @Sendable () -> Void
    var isCancelled = false
  }

  private var scopes: [Scope] = []
  private var lastID = 0
  private var hasEndedLate = false

  /// Adds a scope within the others, and returns what to end it by.
  mutating func begin(cancel: @escaping @Sendable () -> Void) -> Int {
    lastID += 1
    scopes.append(Scope(id: lastID, cancel: cancel))
    return lastID
  }

  /// Takes a scope away; others that were cancelled with it are still ending.
  mutating func end(_ id: Int) {
    scopes.removeAll { $0.id == id }
  }

  /// What a signal cancels: the innermost scope for Ctrl-C, all of them for another.
  ///
  /// Behind the end of the last scope, the program is about to end by itself: the first signal there
  /// cancels nothing.
  ///
  /// - Returns: nil for a signal that ends the process: no scope was ever begun, one is ending
  ///   already, or the signal is not the first behind the last scope.
  mutating func receive(_ signal: Int32) -> [@Sendable () -> Void]? {
    if scopes.isEmpty, lastID > 0, !hasEndedLate {
      hasEndedLate = true
      return []
    }
    guard !scopes.isEmpty, !scopes.contains(where: \.isCancelled) else { return nil }
    let affected = signal == SIGINT ? scopes.indices.suffix(1) : scopes.indices
    for index in affected { scopes[index].isCancelled = true }
    return scopes[affected].map(\.cancel)
  }
}
