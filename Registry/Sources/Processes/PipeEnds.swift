import Errors
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Both ends of a pipe, which no program inherits that was not given them.
///
/// A pipe cannot be made like this in one call on every system, so that no program is started while
/// one is made.
struct PipeEnds {
  private static let making = Mutex<Void>(())

  let reading: Int32
  let writing: Int32

  init() throws(OperationError) {
    var ends: [Int32] = [-1, -1]
    let error = Self.making.withLock { _ in
      guard pipe(&ends) == 0 else { return errno }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return 0
    }
    guard error == 0 else {
      throw OperationError(
        .toolEnded,
        "cannot create a pipe: \(String(cString: strerror(error)))"
      )
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Starts a program while no pipe is made.
  static func starting<Result: Sendable>(_ start: () -> Result) -> Result {
    making.withLock { _ in start() }
  }
}
