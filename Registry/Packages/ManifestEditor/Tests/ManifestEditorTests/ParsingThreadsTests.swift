import Dispatch
@testable import ManifestEditor
import Synchronization
import Testing

/// What reads manifests has a stack and a deadline of its own.
@Suite struct ParsingThreadsTests {
  @Test func `work that misses its deadline is given up, and other work is done`() throws {
    let threads = ParsingThreads(secondsToWait: 0, greatestAbandonedCount: 2)
    let gate = DispatchSemaphore(value: 0)
    let left = DispatchSemaphore(value: 0)
    func wait() -> ManifestError? {
      #expect(throws: ManifestError.self) {
        try threads.run { () throws(ManifestError) in
          gate.wait()
          left.signal()
        }
      }
    }
    let late = ManifestError(
      .parserBusy,
      "manifest takes longer than 0 s to read",
      help: "move parts of it into separate constants"
    )
    #expect(wait() == late)
    #expect(wait() == late)
    #expect(
      wait()
        == ManifestError(
          .parserBusy,
          "manifest cannot be read while others take too long",
          help: "try again later"
        )
    )
    gate.signal()
    gate.signal()
    left.wait()
    left.wait()
  }

  @Test func `work may recurse deeper than on the stack of the caller`() throws {
    @Sendable func depth(_ rest: Int) -> Int { rest == 0 ? 0 : 1 + max(depth(rest - 1), 0) }
    let threads = ParsingThreads(secondsToWait: 60, greatestAbandonedCount: 1)
    #expect(try threads.run { () throws(ManifestError) in depth(200_000) } == 200_000)
  }

  @Test func `running work throws the error of the work`() {
    let threads = ParsingThreads(secondsToWait: 60, greatestAbandonedCount: 1)
    let error = ManifestError(.computed, "a reason")
    #expect(throws: error) {
      try threads.run { () throws(ManifestError) in throw error }
    }
  }

  @Test func `work of many callers is all done, again and again`() throws {
    let threads = ParsingThreads(secondsToWait: 60, greatestAbandonedCount: 1)
    for _ in 0..<3 {
      let sums = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 40) { number in
        let value = try? threads.run { () throws(ManifestError) in number }
        sums.withLock { $0 += value ?? 0 }
      }
      #expect(sums.withLock { $0 } == (0..<40).reduce(0, +))
    }
  }
}
