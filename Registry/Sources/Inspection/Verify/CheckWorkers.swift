import Dispatch
import Git
import GitValues
import Releases
import Synchronization
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Many checks, shared out to as many workers as there are processors.
struct CheckWorkers {
  private let checks: [ReleaseCheck]
  private let gitDirectory: String
  private let manifestPath: TreePath
  private let progress: @Sendable (OperationProgress) -> Void

  /// So many at a time: few enough to share the work out evenly, and neighbours have much in common.
  private static let batch = 64

  init(
    _ checks: [ReleaseCheck],
    gitDirectory: String,
    manifestPath: TreePath,
    progress: @escaping @Sendable (OperationProgress) -> Void
  ) {
    self.checks = checks
    self.gitDirectory = gitDirectory
    self.manifestPath = manifestPath
    self.progress = progress
  }

  func run() throws(OperationError) -> [Finding] {
    let workers = max(1, min(ProcessInfo.processInfo.activeProcessorCount, checks.count / 8))
    let queue = WorkQueue(count: checks.count, batch: Self.batch)
    let results = Mutex<[Result<[Finding], OperationError>]>([])
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      let result = Result { () throws(OperationError) in try work(through: queue) }
      results.withLock { $0.append(result) }
    }
    var findings: [Finding] = []
    for result in results.withLock({ $0 }) { findings += try result.get() }
    return findings
  }

  /// A repository belongs to one task, so each worker opens it for itself.
  private func work(through queue: WorkQueue) throws(OperationError) -> [Finding] {
    let repository = try unifyingErrors { try Repository.open(at: gitDirectory) }
    var findings: [Finding] = []
    var lookup = CommitTrees()
    while let batch = queue.next() {
      for check in checks[batch] {
        findings += check.findings(in: repository, manifestPath: manifestPath, &lookup)
        progress(OperationProgress("verifying", completed: queue.finish(), total: checks.count))
      }
    }
    return findings
  }
}

/// Hands out ranges of numbers, and counts what is done.
private final class WorkQueue: Sendable {
  private let count: Int
  private let batch: Int
  private let state = Mutex((next: 0, finished: 0))

  init(count: Int, batch: Int) {
    (self.count, self.batch) = (count, batch)
  }

  func next() -> Range<Int>? {
    state.withLock { state in
      guard state.next < count else { return nil }
      let start = state.next
      state.next = min(count, start + batch)
      return start..<state.next
    }
  }

  func finish() -> Int {
    state.withLock { state in
      state.finished += 1
      return state.finished
    }
  }
}
