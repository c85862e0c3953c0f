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

  /// - Throws: Also where something other than a file stands at the place: moving a file there would
  ///   take away a link or a device.
  init(for path: String) throws(OperationError) {
    if let kind = LocalFile.kind(at: path), kind != .file {
      throw OperationError(
        .inputOutput,
        "cannot write '\(path)': found \(kind.rawValue), expected a file or nothing",
        help: "name another file, or '-' for standard output"
      )
    }
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
