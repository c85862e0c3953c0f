import FlowTesting
import Foundation
import Testing

@testable import TerminalPresenter

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

/// Which scopes a signal cancels, and which signal ends the process.
struct InterruptionScopesTests {
  private let cancelled = Names()

  private func scopes(_ names: String...) -> (InterruptionScopes, [Int]) {
    var scopes = InterruptionScopes()
    let ids = names.map { name in scopes.begin { [cancelled] in cancelled.add(name) } }
    return (scopes, ids)
  }

  /// Sends a signal, and returns whether it is to end the process.
  private func send(_ signal: Int32, to scopes: inout InterruptionScopes) -> Bool {
    guard let cancellations = scopes.receive(signal) else { return true }
    for cancel in cancellations { cancel() }
    return false
  }

  @Test func `Ctrl-C cancels the innermost scope, and another signal all of them`() {
    var (scopes, ids) = scopes("app", "flow")
    #expect(!send(SIGINT, to: &scopes))
    #expect(cancelled.all == ["flow"])
    scopes.end(ids[1])
    #expect(!send(SIGTERM, to: &scopes))
    #expect(cancelled.all == ["flow", "app"])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `the second signal ends the process, also behind the end of an inner scope`(
    second: Int32
  ) {
    var (scopes, ids) = scopes("app", "flow")
    #expect(!send(SIGTERM, to: &scopes))
    #expect(cancelled.all == ["app", "flow"])
    scopes.end(ids[1])
    #expect(send(second, to: &scopes))
    #expect(cancelled.all == ["app", "flow"])
  }

  @Test func `a second Ctrl-C ends the process while the flow is ending, and not after that`() {
    var (scopes, ids) = scopes("app", "flow")
    #expect(!send(SIGINT, to: &scopes))
    #expect(send(SIGINT, to: &scopes))
    scopes.end(ids[1])
    #expect(!send(SIGINT, to: &scopes))
    #expect(cancelled.all == ["flow", "app"])
  }

  @Test func `where no scope was begun, a signal ends the process`() {
    var scopes = InterruptionScopes()
    #expect(send(SIGTERM, to: &scopes))
  }

  @Test func `behind the last scope only the second signal ends the process`() {
    var (scopes, ids) = scopes("app")
    scopes.end(ids[0])
    #expect(!send(SIGTERM, to: &scopes))
    #expect(send(SIGTERM, to: &scopes))
    #expect(cancelled.all == [])
  }
}

/// What was cancelled, in its order.
private final class Names: Sendable {
  private let names = Locked<[String]>([])

  var all: [String] { names.withLock(\.self) }

  func add(_ name: String) {
    names.withLock { $0.append(name) }
  }
}
