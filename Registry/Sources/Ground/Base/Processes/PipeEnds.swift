import CLibrary
import Synchronization

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
    try Self.making.withLock { _ throws(OperationError) in
      guard unsafe pipe(&ends) == 0 else { throw .lastCall("cannot create a pipe") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Starts a program while no pipe is made.
  static func starting<Result: Sendable>(_ start: () -> Result) -> Result {
    making.withLock { _ in start() }
  }
}
