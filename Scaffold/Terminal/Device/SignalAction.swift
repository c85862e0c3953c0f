#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes `action` what happens at `signal`.
func set(_ action: sigaction, for signal: Int32) {
  var action = action
  sigaction(signal, &action, nil)
}

extension sigaction {
  /// Whether the signal is to be ignored.
  var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Has `handler` called, on whichever thread; nil is the system's own action.
  mutating func setHandler(_ handler: (@convention(c) (Int32) -> Void)?) {
    #if canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #else
      __sigaction_handler.sa_handler = handler
    #endif
  }
}
