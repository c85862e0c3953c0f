#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import FlowKit
import Persistence

/// A file that takes one page at a time and waits until the disk has it: what a database cannot beat.
struct DurableFile {
  private let descriptor: Int32
  private let page = [UInt8](repeating: 0xA5, count: 4096)

  /// Makes the file with a page in it, so that a write changes no size.
  init(path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try check(descriptor >= 0)
    try write()
  }

  /// Writes the page anew and syncs it.
  func write() throws {
    try check(pwrite(descriptor, page, page.count, 0) == page.count)
    #if canImport(Darwin)
      try check(fcntl(descriptor, F_FULLFSYNC) == 0)
    #else
      try check(fdatasync(descriptor) == 0)
    #endif
  }

  private func check(_ succeeded: Bool) throws {
    guard !succeeded else { return }
    throw FlowFailure(.storageFailed, "cannot write: \(String(cString: strerror(errno)))")
  }
}
