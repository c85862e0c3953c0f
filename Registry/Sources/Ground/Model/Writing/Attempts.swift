import Base

/// Starts over whenever the branch has changed since it was read.
///
/// The branch belongs to every git, and a series of commits must not make a release fail. So the
/// time counts, as for the lock, and not the number of attempts.
struct Attempts {
  /// Made even if the time is over, because one attempt may include a build.
  private static let fewest = 5

  private let context: WriteContext
  private let start = ContinuousClock.now
  private var count = 0
  private var pause = GrowingPause()

  init(_ context: WriteContext) {
    self.context = context
  }

  /// Whether the branch has changed during an attempt.
  var areRepeated: Bool { count > 0 }

  /// Whether long work is done again without the lock, so that no other process waits for it.
  var mayLeaveLock: Bool { count < 2 }

  /// Whether to release what others wait for, because holding it has not helped for a while.
  var giveWay: Bool { count.isMultiple(of: Self.fewest) }

  /// Waits before the next attempt.
  ///
  /// - Throws: ``OperationError/Code/locked`` if there is no further attempt.
  mutating func waitForNext() throws(OperationError) {
    count += 1
    guard count < Self.fewest || ContinuousClock.now < start + context.lockLimit else {
      throw OperationError(
        .locked,
        "the branch kept changing (\(count) attempts)",
        help: "try again later"
      )
    }
    if count == 1 { context.progress("the branch has changed, starting again") }
    pause.wait()
  }
}
