import RegistryOperations

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A file that is open for reading for as long as somebody has it, whatever becomes of its name.
final class OpenFile: Sendable {
  /// What tells a file from another one, and from itself after a change.
  struct Stamp: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    let size: Int
    let modified: Int
    let changed: Int
  }

  let stamp: Stamp
  private let descriptor: Int32

  var size: Int { stamp.size }

  /// `nil` if there is no such file.
  init?(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw systemFailure("cannot open '\(path)'")
    }
    self.descriptor = descriptor
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else {
      // What was not made whole is not ended by `deinit`.
      defer { close(descriptor) }
      throw systemFailure("cannot read '\(path)'")
    }
    stamp = Stamp(
      device: UInt64(facts.st_dev),
      number: UInt64(facts.st_ino),
      size: Int(facts.st_size),
      modified: facts.modified,
      changed: facts.changed
    )
  }

  deinit {
    close(descriptor)
  }

  /// The bytes of a part of the file; fewer only where the file ends.
  func read(_ range: Range<Int>) throws -> [UInt8] {
    try readBytes(range, from: descriptor)
  }
}

/// The error of the system call that has just failed.
func systemFailure(_ task: String) -> OperationError {
  let reason = String(cString: strerror(errno))
  return OperationError(
    .inputOutput,
    "\(task): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
  )
}

extension stat {
  // Nanoseconds since 1970.
  #if canImport(Darwin)
    fileprivate var modified: Int { st_mtimespec.tv_sec * 1_000_000_000 + st_mtimespec.tv_nsec }
    fileprivate var changed: Int { st_ctimespec.tv_sec * 1_000_000_000 + st_ctimespec.tv_nsec }
  #else
    fileprivate var modified: Int { st_mtim.tv_sec * 1_000_000_000 + st_mtim.tv_nsec }
    fileprivate var changed: Int { st_ctim.tv_sec * 1_000_000_000 + st_ctim.tv_nsec }
  #endif
}
