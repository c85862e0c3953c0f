#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// An archive that is written beside its place, and takes it when it is whole; dropped before, it
/// leaves nothing.
struct StagedArchive: ~Copyable {
  static let suffix = ".part"

  private let path: String
  private let staging: String
  private let descriptor: Int32

  init(for path: String) throws {
    // One process stages one file at a time; its predecessor of the same number may have left one.
    let staging = "\(path).\(getpid())\(Self.suffix)"
    unlink(staging)
    let descriptor = open(staging, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o444)
    guard descriptor >= 0 else { throw systemFailure("cannot write '\(staging)'") }
    self.path = path
    self.staging = staging
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    // Gone already if it was moved.
    unlink(staging)
  }

  func write(_ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw systemFailure("cannot write '\(staging)'") }
      written += count
    }
  }

  /// Not synced: what a power cut makes of it is noticed, as any other damage is, before it is sent.
  func moveIntoPlace() throws {
    guard rename(staging, path) == 0 else { throw systemFailure("cannot write '\(path)'") }
  }

  private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes, count)
    #else
      Glibc.write(file, bytes, count)
    #endif
  }
}
