#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A file that is written beside its place and moved there when it is whole; dropped before, it
/// leaves nothing.
struct StagedFile: ~Copyable {
  private let path: String
  private let staging: String
  private let descriptor: Int32

  init(for path: String) throws(OperationError) {
    let staging = "\(path).\(getpid()).part"
    let file = open(staging, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    // Nothing is stored before the file is ours: `deinit` would take away another's.
    guard file >= 0 else { throw LocalFile.failure("cannot write '\(path)'") }
    self.path = path
    self.staging = staging
    descriptor = file
  }

  deinit {
    close(descriptor)
    // Gone already if it was moved.
    unlink(staging)
  }

  func write(_ bytes: [UInt8]) throws(OperationError) {
    try LocalFile.write(bytes, to: descriptor, path)
  }

  func commit() throws(OperationError) {
    guard fsync(descriptor) == 0, rename(staging, path) == 0 else {
      throw LocalFile.failure("cannot write '\(path)'")
    }
  }
}
