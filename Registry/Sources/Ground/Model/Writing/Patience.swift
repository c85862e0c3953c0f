import Base
import Git

/// Waits for git's locks.
enum Patience {
  /// The longest time that one lock may stay: git holds each briefly, and one that stays belongs to
  /// a killed git.
  private static let longestHold: Duration = .seconds(3)

  /// - Parameters:
  ///   - lock: The path of the lock. While it passes from one git to the next, the wait continues.
  ///   - limit: For the whole wait.
  static func whileLocked<Result: ~Copyable>(
    _ lock: String,
    limit: Duration,
    _ body: () throws -> Result
  ) throws -> Result {
    let start = ContinuousClock.now
    var holder = (lock: FileStamp.glance(lock), since: start)
    var pause = GrowingPause()
    while true {
      do {
        return try body()
      } catch let error as OperationError where error.code == .locked {
        let now = ContinuousClock.now
        let found = FileStamp.glance(lock)
        if found != holder.lock { holder = (found, now) }
        guard now < start + limit, now < holder.since + longestHold else { throw error }
        pause.wait()
      }
    }
  }
}

extension Repository {
  /// Takes git's lock on the index as soon as it is free.
  ///
  /// - Throws: ``OperationError/Code/locked`` if another git keeps it, as a `git commit -a` with an open
  ///   editor does.
  func lockIndex(within limit: Duration) throws -> IndexLock {
    try Patience.whileLocked(indexLockPath, limit: limit) { try lockIndex() }
  }
}
