import Files
import Git

/// Trying again while another git has one of its locks.
enum Patience {
  /// How long one lock may stay: git holds each for a short time, and one that stays is a killed git's.
  private static let longestHold: Duration = .seconds(3)

  /// - Parameters:
  ///   - lock: The path of the lock; while it goes from one git to the next, the wait goes on.
  ///   - limit: Of the whole wait.
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
      } catch let error as GitError where error.code == .locked {
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
  /// Git's lock on the index, as soon as no other git has it.
  ///
  /// - Throws: ``GitError/Code/locked`` if one keeps it, as a `git commit -a` with an open editor.
  func lockIndex(within limit: Duration) throws -> IndexLock {
    try Patience.whileLocked(indexLockPath, limit: limit) { try lockIndex() }
  }
}
