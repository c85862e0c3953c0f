import Foundation

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
