@testable import Base
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A signal that is to end this process while it waits for a tool.
struct ToolInterruptionTests {
  /// Sends the signal to this thread, which tasks have it blocked on.
  private static func terminate() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGTERM)
  }

  /// As where the tool is not to be found.
  private static func start() {
    let interruption = ToolInterruption()
    Self.terminate()
    withExtendedLifetime(interruption) {}
  }

  @Test func `a signal ends the process where no tool was started in the end`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      Self.start()
      exit(0)
    }
  }

  @Test func `a signal leaves the error of the last system call as it was`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let interruption = ToolInterruption()
      // No group of processes has this number, so that passing the signal on fails.
      interruption.watch(.max)
      withExtendedLifetime(interruption) {
        errno = ENOTTY
        Self.terminate()
        exit(errno == ENOTTY ? 0 : 1)
      }
    }
  }
}
