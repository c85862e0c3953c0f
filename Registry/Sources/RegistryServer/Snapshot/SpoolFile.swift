#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Bytes that are needed now and then, in a file without a name: they take no memory, and are gone
/// with the process.
struct SpoolFile: ~Copyable {
  private let descriptor: Int32
  /// In bytes of all that was appended.
  private(set) var size = 0

  init() throws {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // `mkstemp` puts six letters there with which no file has this name yet.
    var path = Array("\(folder)/registry-server.XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw systemFailure("cannot make a file in '\(folder)'") }
    unlink(path)
  }

  deinit {
    close(descriptor)
  }

  /// Returns where the bytes are from now on.
  mutating func append(_ bytes: [UInt8]) throws -> Range<Int> {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(size + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw systemFailure("cannot write a temporary file") }
      written += count
    }
    defer { size += bytes.count }
    return size..<(size + bytes.count)
  }

  func read(_ range: Range<Int>) throws -> [UInt8] {
    let bytes = try readBytes(range, from: descriptor)
    guard bytes.count == range.count else { throw systemFailure("a temporary file was cut short") }
    return bytes
  }
}

/// The bytes of a part of a file; fewer only where the file ends.
func readBytes(_ range: Range<Int>, from descriptor: Int32) throws -> [UInt8] {
  try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
    while filled < range.count {
      let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
      let offset = off_t(range.lowerBound + filled)
      let count = pread(descriptor, rest.baseAddress, rest.count, offset)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw systemFailure("cannot read a file") }
      if count == 0 { break }
      filled += count
    }
  }
}
