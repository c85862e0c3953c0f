import Git

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Trying again for as long as another git may hold one of its locks, which is not long.
enum Patience {
  private static let limit: Duration = .seconds(3)

  static func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + limit
    while true {
      do {
        return try body()
      } catch let error as GitError
        where error.code == .locked && ContinuousClock.now < deadline
      {
        usleep(10_000)
      }
    }
  }
}
