import Dispatch
import Foundation
import Synchronization

/// The signals of this process, which Dispatch receives from their first use to the process's end.
///
/// Signals concern the whole process, so there is one value. Each signal goes to one place:
/// - a signal that ends the process cancels the scopes of ``Interruption``. Where none takes it, it
///   goes to the open question, which restores the terminal, and then ends the process;
/// - a signal of the terminal goes to the open question. Without one it does what it does by default.
final class ProcessSignals: Sendable {
  private struct State {
    var scopes = InterruptionScopes()
    var question: TerminalTurn?
    var sources: [Int32: any DispatchSourceSignal] = [:]
  }

  static let shared = ProcessSignals()

  /// The signals that end the process unless something handles them.
  static let ending = [SIGHUP, SIGINT, SIGTERM, SIGQUIT]
  /// The signals that are handled between questions too.
  private static let interrupting = [SIGHUP, SIGINT, SIGTERM]
  private static let ofTerminals = [SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]

  private let queue = DispatchQueue(label: "signals")
  private let state = Mutex(State())

  private init() {}

  /// Adds a scope, which a signal cancels, and returns what to end it by.
  func beginScope(cancel: @escaping @Sendable () -> Void) -> Int {
    receive(Self.interrupting)
    return state.withLock { $0.scopes.begin(cancel: cancel) }
  }

  func endScope(_ id: Int) {
    state.withLock { $0.scopes.end(id) }
  }

  /// Sends the signals to a question while `body` asks it.
  func during<Value>(_ question: TerminalTurn, _ body: () throws -> Value) rethrows -> Value {
    receive(Self.interrupting + Self.ofTerminals)
    state.withLock { $0.question = question }
    defer {
      state.withLock { $0.question = nil }
      // A signal that came too late for the question to see it must not be lost.
      for byte in question.wakePipe.drain() where Self.ending.contains(Int32(byte)) {
        withDefaultAction(of: Int32(byte)) { _ = raise(Int32(byte)) }
      }
    }
    return try body()
  }

  /// Has Dispatch receive signals, and returns when it does.
  private func receive(_ signals: [Int32]) {
    let registration = DispatchGroup()
    state.withLock { state in
      for signal in signals where state.sources[signal] == nil && !isIgnored(signal) {
        let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
        registration.enter()
        source.setRegistrationHandler { registration.leave() }
        source.setEventHandler { [unowned self] in arrived(signal) }
        #if canImport(Darwin)
          // Dispatch sees the signal there beside the process's own action, which is to end it.
          if signal != SIGCONT, signal != SIGWINCH { setAction(SIG_IGN, of: signal) }
        #endif
        state.sources[signal] = source
        source.activate()
      }
    }
    // One that cannot be received is not waited for.
    _ = registration.wait(timeout: .now() + .seconds(1))
  }

  private func arrived(_ signal: Int32) {
    let (cancellations, question) = state.withLock { state in
      let isInterrupting = Self.interrupting.contains(signal)
      return (isInterrupting ? state.scopes.receive(signal) : nil, state.question)
    }
    if let cancellations {
      for cancel in cancellations { cancel() }
    } else if let question {
      question.wakePipe.wake(UInt8(truncatingIfNeeded: signal))
    } else if signal != SIGCONT, signal != SIGWINCH {
      withDefaultAction(of: signal) { _ = raise(signal) }
    }
  }
}

/// Whether the process ignores a signal, as `nohup` has it.
func isIgnored(_ signal: Int32) -> Bool {
  var action = sigaction()
  guard sigaction(signal, nil, &action) == 0 else { return true }
  #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
  #else
    let handler = action.__sigaction_handler.sa_handler
  #endif
  return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// Has a signal do what it does by default while `body` sends it to this thread.
///
/// A process that is stopped by it comes back with the handler in place that it had before.
func withDefaultAction(of signal: Int32, _ body: () -> Void) {
  let handled = setAction(SIG_DFL, of: signal)
  // Dispatch blocks signals on its threads; the one that is sent must have done its work when this
  // returns.
  var mask = sigset_t()
  var before = sigset_t()
  sigemptyset(&mask)
  sigaddset(&mask, signal)
  pthread_sigmask(SIG_UNBLOCK, &mask, &before)
  body()
  pthread_sigmask(SIG_SETMASK, &before, nil)
  restore(handled, of: signal)
}

/// Stops the process by a signal until it is continued, together with its job.
func stopJob(by signal: Int32) {
  withDefaultAction(of: signal) {
    // This process must stop by one signal alone: two would ask for two `fg`.
    let stopping = setAction(SIG_IGN, of: signal)
    kill(0, signal)
    restore(stopping, of: signal)
    raise(signal)
  }
}

/// Makes `handler` what happens at a signal, and returns what happened before.
@discardableResult
func setAction(_ handler: (@convention(c) (Int32) -> Void)?, of signal: Int32) -> sigaction {
  var action = sigaction()
  #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler
  #else
    action.__sigaction_handler.sa_handler = handler
  #endif
  var before = sigaction()
  sigaction(signal, &action, &before)
  return before
}

private func restore(_ action: sigaction, of signal: Int32) {
  var action = action
  sigaction(signal, &action, nil)
}
