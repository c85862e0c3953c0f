import Synchronization
import Model

/// The progress of all workers of a mirror run.
final class MirrorDisplay: Sendable {
  private let task: String
  private let finished = Mutex(0)
  private let total: Int
  private let progress: @Sendable (OperationProgress) -> Void

  init(
    _ task: String,
    _ total: Int,
    _ progress: @escaping @Sendable (OperationProgress) -> Void
  ) {
    (self.task, self.total, self.progress) = (task, total, progress)
  }

  func begin() {
    progress(OperationProgress(task, completed: 0, total: total))
  }

  func advance() {
    let completed = finished.withLock { finished in
      finished += 1
      return finished
    }
    progress(
      OperationProgress(task, completed: min(completed, total), total: total)
    )
  }
}
