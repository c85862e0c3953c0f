import Files
import Workspace

/// Starting over whenever the branch has changed since it was looked at.
///
/// The branch belongs to every git: commits that come one after the other must not make a release
/// fail, so that what counts is the time, as for the lock, and not the number of attempts.
struct Attempts {
  /// Made even if the time is over: one attempt may take a build.
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

  /// Whether to let go of what keeps others waiting, which has not helped for a while.
  var giveWay: Bool { count.isMultiple(of: Self.fewest) }

  /// Waits before the next attempt.
  ///
  /// - Throws: ``OperationError/Code/locked`` where there is to be none.
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
