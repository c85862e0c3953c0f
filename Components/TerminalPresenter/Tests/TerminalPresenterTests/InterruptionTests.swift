import TerminalPresenter
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Scopes in a process of their own, since signals concern all of a process.
@Suite(.timeLimit(.minutes(10)))
struct InterruptionTests {
  @Test func `a signal in the first moment of a scope cancels it`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      for _ in 0..<200 {
        await #expect(throws: CancellationError.self) {
          try await Interruption.scope {
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(600))
          }
        }
      }
    }
  }

  @Test func `a signal that the process ignores stays ignored`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      signal(SIGHUP, SIG_IGN)
      await #expect(throws: CancellationError.self) {
        try await Interruption.scope {
          kill(getpid(), SIGHUP)
          try Task.checkCancellation()
          kill(getpid(), SIGTERM)
          try await Task.sleep(for: .seconds(600))
        }
      }
    }
  }

  @Test func `a second signal ends a scope that does not end`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      try await Interruption.scope {
        kill(getpid(), SIGTERM)
        while !Task.isCancelled { await Task.yield() }
        kill(getpid(), SIGTERM)
        while true { await Task.yield() }
      }
    }
  }
}
