import Dispatch
import Foundation
import Server
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

extension FollowingTests {
  /// Goes with the thread that it is kept by.
  private final class Ending {
    private let hasEnded: AsyncStream<Void>.Continuation

    init(_ hasEnded: AsyncStream<Void>.Continuation) {
      self.hasEnded = hasEnded
    }

    deinit { hasEnded.finish() }
  }

  @Test(.timeLimit(.minutes(10)))
  func `the thread that reads a repository ends with what is served of it`() async throws {
    try makeRelease()
    let (end, hasEnded) = AsyncStream<Void>.makeStream()
    do {
      let served = try Served()
      #expect(try await versions(served) == ["1.0.0"])
      try await served.service.registry.access.read { _ in
        Thread.current.threadDictionary["ending"] = Ending(hasEnded)
      }
    }
    for await _ in end {}
    #expect(!Task.isCancelled)
  }

  /// Runs what is handed to it, but for what comes after a number of jobs: that waits for a word.
  private final class HeldExecutor: TaskExecutor {
    private let held = Mutex<[UnownedJob]>([])
    private let runs = Mutex(1)
    private let isHeld: AsyncStream<Void>.Continuation

    init(_ isHeld: AsyncStream<Void>.Continuation) {
      self.isHeld = isHeld
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let runs = runs.withLock { runs in
        runs -= 1
        return runs >= 0
      }
      if runs {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else {
        held.withLock { $0.append(job) }
        isHeld.finish()
      }
    }

    func release() {
      runs.withLock { $0 = .max }
      for job in held.withLock({ $0 }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  @Test func `an older snapshot never takes the place of a newer one`() async throws {
    try makeRelease()
    let served = try Served()
    let registry = served.service.registry
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    // As long as the repository is read for others, the task can only wait for it.
    let (read, isRead) = AsyncStream<Void>.makeStream()
    let others = DispatchSemaphore(value: 0)
    async let first: Void = registry.access.read { _ in
      isRead.finish()
      others.wait()
    }
    for await _ in read {}
    let (held, isHeld) = AsyncStream<Void>.makeStream()
    let executor = HeldExecutor(isHeld)
    let slow = Task(executorPreference: executor) { try await registry.refresh() }
    others.signal()
    try await first
    // It has read the branch and is not done.
    for await _ in held {}
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.2.0")
    try await registry.refresh()
    executor.release()
    _ = try await slow.value
    #expect(try await versions(served) == ["1.0.0", "1.1.0", "1.2.0"])
  }
}
