import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Calls of the C library that have no form of their own in swift-system.
enum SystemCall {
  /// The error of the call that has just failed.
  static var error: Errno { Errno(rawValue: errno) }

  /// Whether the call succeeded; throws its error, unless it is one of `accepted`.
  @discardableResult
  static func check(
    _ result: Int32,
    orAccept accepted: Set<Errno> = [],
    _ task: @autoclosure () -> String
  ) throws(FileError) -> Bool {
    if result == 0 { return true }
    let error = error
    guard accepted.contains(error) else { throw FileError(error, task()) }
    return false
  }

  static func sync(_ file: FileDescriptor) throws(Errno) {
    guard sync(file.rawValue) == 0 else { throw error }
  }

  /// Returns what `fsync` does, which on Darwin leaves the data in the cache of the disk.
  static func sync(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      // Not every file system knows it.
      if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(file)
  }
}
