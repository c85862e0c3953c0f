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
