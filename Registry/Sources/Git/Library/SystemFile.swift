#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Whole files, as the operating system has them.
package enum SystemFile {
  static func read(_ path: String) throws(GitError) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemFailure.last("cannot open '\(path)'") }
    defer { close(file) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { bytes in
        unsafe Self.read(file, bytes)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFailure.last("cannot read '\(path)'") }
      if count == 0 { return content }
      content += chunk[..<count]
    }
  }

  /// Writes the whole of `content`, however little the system takes at a time.
  static func write(_ content: [UInt8], to file: Int32, at path: String) throws(GitError) {
    var written = 0
    while written < content.count {
      let count = unsafe content[written...].withUnsafeBytes { bytes in
        unsafe Self.write(file, bytes)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFailure.last("cannot write '\(path)'") }
      written += count
    }
  }

  /// Whether there is such a file or directory, which is then synced to the disk.
  @discardableResult
  static func sync(_ path: String) throws(GitError) -> Bool {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT { return false }
    guard file >= 0 else { throw SystemFailure.last("cannot open '\(path)'") }
    defer { close(file) }
    guard fsync(file) == 0 else { throw SystemFailure.last("cannot sync '\(path)'") }
    return true
  }

  static func remove(_ path: String) throws(GitError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw SystemFailure.last("cannot remove '\(path)'")
    }
  }

  static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  private static func read(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.read(file, bytes.baseAddress, bytes.count)
    #else
      unsafe Glibc.read(file, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.write(file, bytes.baseAddress, bytes.count)
    #else
      unsafe Glibc.write(file, bytes.baseAddress, bytes.count)
    #endif
  }
}
