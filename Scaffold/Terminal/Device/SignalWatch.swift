#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sends the signals that concern a terminal to the wake pipe while a question is open.
///
/// The value's end puts back what was set before. Signals that were ignored, as `nohup` has it, stay
/// ignored.
struct SignalWatch: ~Copyable {
  /// Those that end the process unless somebody handles them.
  static let ending = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]
  private static let watched = ending + [SIGTSTP, SIGCONT, SIGWINCH]

  private var previous: [(signal: Int32, action: sigaction)] = []

  /// Begins to watch.
  init() {
    // Made here and not first in the handler, which must not allocate.
    _ = WakePipe.shared
    for signal in Self.watched {
      var old = sigaction()
      guard sigaction(signal, nil, &old) == 0, !old.isIgnored else { continue }
      previous.append((signal, old))
    }
    install()
  }

  deinit {
    for (signal, action) in previous { set(action, for: signal) }
    // One that came too late for the question to see it must not be lost.
    for byte in WakePipe.shared.drain() where Self.ending.contains(Int32(byte)) {
      Self.letting(Int32(byte)) { _ = raise(Int32(byte)) }
    }
  }

  /// Lets a signal that was caught do what it would have done.
  ///
  /// Returns where the process has a handler of its own for it, and goes on.
  func deliver(_ signal: Int32) {
    withPreviousActions(letting: signal) { _ = raise(signal) }
  }

  /// Stops the process by `signal` until it is continued; meanwhile every signal has its own action.
  ///
  /// - Parameter wholeJob: whether the other processes of its job are stopped too, as the terminal
  ///   itself does it.
  func stop(by signal: Int32, wholeJob: Bool) {
    withPreviousActions(letting: signal) {
      if wholeJob {
        // This process must stop by one signal alone: two would ask for two `fg`.
        var before = sigaction()
        sigaction(signal, nil, &before)
        var ignored = sigaction()
        ignored.setHandler(SIG_IGN)
        set(ignored, for: signal)
        kill(0, signal)
        set(before, for: signal)
      }
      raise(signal)
    }
  }

  /// Runs `body`, which sends this thread a signal, with what was set before.
  private func withPreviousActions(letting signal: Int32, _ body: () -> Void) {
    for (signal, action) in previous { set(action, for: signal) }
    Self.letting(signal, body)
    install()
  }

  /// Runs `body`, which sends this thread a signal.
  ///
  /// Dispatch blocks signals on its threads; the one that is sent must have done its work when this
  /// returns.
  private static func letting(_ signal: Int32, _ body: () -> Void) {
    var mask = sigset_t()
    var before = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, signal)
    pthread_sigmask(SIG_UNBLOCK, &mask, &before)
    body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private func install() {
    var action = sigaction()
    action.sa_flags = Int32(SA_RESTART)
    action.setHandler { signal in WakePipe.shared.wake(UInt8(truncatingIfNeeded: signal)) }
    for (signal, _) in previous { set(action, for: signal) }
  }
}
