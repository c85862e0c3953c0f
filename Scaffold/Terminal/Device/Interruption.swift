import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns the signals by which a person or the system ends a program into cancellation, so that what
/// was begun is left in order and said.
///
/// While a question is open, Ctrl-C is a key and cancels the question; between questions it is a
/// signal, and arrives here.
package enum Interruption {
  private struct State {
    var scopes = InterruptionScopes()
    var isWatching = false
  }

  private static let state = Mutex(State())
  private static let queue = DispatchQueue(label: "interruption")

  /// Runs `body` in a task that the signals cancel; of scopes within one another, Ctrl-C cancels the
  /// innermost, and every other signal all of them.
  ///
  /// A second signal while a scope is ending kills the process as if nobody had handled it.
  package static func scope<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    watch()
    // Both at once: a signal that comes while the body takes its first steps must find its scope, or it
    // would end the process without a word.
    let (task, id) = state.withLock { state in
      let task = Task { try await body() }
      return (task, state.scopes.begin { task.cancel() })
    }
    defer {
      // What came in while the body ran is the body's, even if nobody has looked at it yet.
      receiveSignals()
      state.withLock { $0.scopes.end(id) }
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private static func watch() {
    let isFirst = state.withLock { state in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    guard isFirst else { return }
    // Made here and not first in the handler, which must not allocate.
    let pipe = WakePipe.interruptions
    queue.async {
      while true {
        var request = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
        receiveSignals()
      }
    }
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      // Signals that were ignored, as `nohup` has it, stay ignored.
      guard sigaction(signal, nil, &action) == 0, !action.isIgnored else { continue }
      action = sigaction()
      action.sa_flags = Int32(SA_RESTART)
      action.setHandler { WakePipe.interruptions.wake(UInt8(truncatingIfNeeded: $0)) }
      set(action, for: signal)
    }
  }

  /// Takes the signals that have arrived: each is seen once, by whoever comes first.
  private static func receiveSignals() {
    let (cancellations, second) = state.withLock { state in
      var cancellations: [@Sendable () -> Void] = []
      for signal in WakePipe.interruptions.drain().map(Int32.init) {
        guard let more = state.scopes.receive(signal) else {
          return (cancellations, signal as Int32?)
        }
        cancellations += more
      }
      return (cancellations, nil)
    }
    for cancel in cancellations { cancel() }
    guard let second else { return }
    set(sigaction(), for: second)
    kill(getpid(), second)
  }
}
