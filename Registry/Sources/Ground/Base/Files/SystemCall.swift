import CLibrary
import SystemPackage

/// Calls of the C library that swift-system does not have.
enum SystemCall {
  /// The error of the call that has just failed.
  static var error: Errno { Errno(rawValue: errno) }

  /// Whether the call succeeded; throws its error, unless it is one of `accepted`.
  @discardableResult
  static func check(
    _ result: Int32,
    orAccept accepted: Set<Errno> = [],
    _ task: @autoclosure () -> String
  ) throws(OperationError) -> Bool {
    if result == 0 { return true }
    let error = error
    guard accepted.contains(error) else { throw OperationError(error, task()) }
    return false
  }

  static func sync(_ file: FileDescriptor) throws(Errno) {
    guard sync(file.rawValue) == 0 else { throw error }
  }

  /// Syncs to the disk and returns the result of the call; on Darwin, `fsync` leaves the data in
  /// the disk's cache.
  static func sync(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      // Not every file system supports it.
      if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(file)
  }
}
