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
