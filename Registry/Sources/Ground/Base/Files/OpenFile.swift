import CLibrary
import SystemPackage

/// A file that stays open for reading, even if it is renamed or removed.
package final class OpenFile: Sendable {
  /// Distinguishes a file from others, and from itself after a change.
  package struct Stamp: Hashable, Sendable {
    let device: UInt64
    let stamp: FileStamp
  }

  /// The file's identity and state when it was opened.
  package let stamp: Stamp
  private let file: FileDescriptor

  /// The size in bytes when it was opened.
  package var size: Int { stamp.stamp.size }

  /// Opens a file without following links; `nil` if there is none.
  package init?(_ path: String) throws(OperationError) {
    let file: FileDescriptor
    do {
      file = try unsafe FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
    } catch {
      if error as? Errno == .noSuchFileOrDirectory { return nil }
      throw OperationError(error as? Errno ?? .ioError, "cannot open '\(path)'")
    }
    self.file = file
    do throws(Errno) {
      let facts = try FileFacts.of(file)
      stamp = Stamp(device: facts.device, stamp: facts.stamp)
    } catch {
      // `deinit` does not run if the initializer throws.
      try? file.close()
      throw OperationError(error, "cannot read '\(path)'")
    }
  }

  deinit {
    try? file.close()
  }

  /// The bytes of a range of the file; fewer only at its end.
  package func read(_ range: Range<Int>) throws(OperationError) -> [UInt8] {
    try file.bytes(range)
  }
}

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

  /// Syncs one file after the other, and returns the error number of each, or zero.
  ///
  /// On Darwin, the cache of each disk is flushed once, after all of them: this takes much longer
  /// than all else.
  static func syncInTurn(_ files: [Int32]) -> [Int32] {
    let errors = files.map { fsync($0) == 0 ? 0 : errno }
    #if canImport(Darwin)
      var devices: Set<dev_t> = []
      for file in files.reversed() {
        var facts = stat()
        guard fstat(file, &facts) == 0, devices.insert(facts.st_dev).inserted else { continue }
        // Not every file system supports it.
        _ = fcntl(file, F_FULLFSYNC)
      }
    #endif
    return errors
  }
}
