import CLibrary
import Synchronization

/// Passes a signal that is to end this process on to the tool that it waits for, and ends by it when
/// the tool has: nothing is left running.
///
/// A signal handler can know nothing but what is global, so one tool at a time is watched; of
/// several, those that came later end when what they write is no longer read.
struct ToolInterruption: ~Copyable {
  /// Whom a signal is passed on to: the tool, or its group as a negative number.
  private static let child = Atomic<pid_t>(0)
  /// No group has this number.
  private static let starting: pid_t = -1
  private static let received = Atomic<Int32>(0)
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  private var isFirst: Bool
  private var previous: [(signal: Int32, action: sigaction)] = []

  init() {
    isFirst =
      Self.child.compareExchange(
        expected: 0,
        desired: Self.starting,
        ordering: .sequentiallyConsistent
      )
      .exchanged
    guard isFirst else { return }
    Self.received.store(0, ordering: .sequentiallyConsistent)
    for signal in Self.signals {
      var old = sigaction()
      guard unsafe sigaction(signal, nil, &old) == 0, !old.isIgnored else { continue }
      previous.append((signal, old))
      var new = sigaction()
      new.setHandler { signal in ToolInterruption.pass(signal) }
      unsafe sigaction(signal, &new, nil)
    }
  }

  /// - Parameter leadsGroup: Whether it is the leader of a group of its own.
  func watch(_ process: pid_t, leadsGroup: Bool = true) {
    guard isFirst else { return }
    let target = leadsGroup ? -process : process
    Self.child.store(target, ordering: .sequentiallyConsistent)
    // One that came before there was a tool.
    if Self.received.load(ordering: .sequentiallyConsistent) != 0 { kill(target, SIGINT) }
  }

  /// Lets a signal that came in between do what it would have done.
  mutating func deliver() {
    guard isFirst else { return }
    isFirst = false
    end()
  }

  /// Whether a signal came that is to end this process.
  static var isRequested: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

  deinit {
    // There may have been no tool in the end: a signal that came before is not lost with it.
    if isFirst { end() }
  }

  private borrowing func end() {
    // Asked once no further one can come to the handler.
    restore()
    let signal = Self.received.load(ordering: .sequentiallyConsistent)
    guard signal != 0 else { return }
    // The threads that Swift runs tasks on have signals blocked.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, signal)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
  }

  private borrowing func restore() {
    for (signal, action) in previous {
      var action = action
      unsafe sigaction(signal, &action, nil)
    }
    Self.child.store(0, ordering: .sequentiallyConsistent)
  }

  /// Runs inside the handler: nothing here allocates or locks, and the interrupted code finds
  /// the error of its last system call as it was.
  private static func pass(_ signal: Int32) {
    let error = errno
    defer { errno = error }
    let isRepeated = received.exchange(signal, ordering: .sequentiallyConsistent) != 0
    let target = child.load(ordering: .sequentiallyConsistent)
    // The package manager ends what it started at the first request, and may take its time.
    if target != 0, target != starting { kill(target, isRepeated ? SIGKILL : SIGINT) }
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = unsafe __sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  fileprivate mutating func setHandler(_ handler: @convention(c) (Int32) -> Void) {
    #if canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #else
      unsafe __sigaction_handler.sa_handler = handler
    #endif
  }
}

/// Lets work that is under way be finished before a signal ends this process.
///
/// Tools that are started in the meantime get no signal. A signal that came ends the process with
/// this value.
package struct PostponedInterruption: ~Copyable {
  private let interruption = ToolInterruption()

  package init() {}

  /// Whether a signal came, so that no more work must be started.
  package static var isRequested: Bool { ToolInterruption.isRequested }
}
