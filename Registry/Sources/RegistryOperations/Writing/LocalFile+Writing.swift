#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

extension LocalFile {
  /// Takes a file away, if there is one, and says whether there was.
  @discardableResult
  static func remove(_ path: String) throws(OperationError) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw failure("cannot remove '\(path)'") }
    return false
  }

  /// Gives a file this content unless it has it; unsynced, for what can be made anew.
  static func update(_ path: String, to content: [UInt8]) throws {
    guard try read(path) != content else { return }
    let replacement = StagedReplacement(path: path, staging: "\(path).new")
    try replacement.stage(content)
    try replacement.moveIntoPlace()
  }

  /// Takes away directories that are empty, upwards from `path` and below `root`, as git does.
  static func removeEmptyDirectories(from path: String, below root: String) {
    var folder = path
    while folder.utf8.count > root.utf8.count, rmdir(folder) == 0 { folder = parent(of: folder) }
  }

  static func parent(of path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    return "/" + parts.map { Substring($0) }.joined(separator: "/")
  }

  /// Makes the directories that are missing, from the outermost on.
  static func makeDirectories(_ path: String) throws(OperationError) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path != "/" else {
      throw failure("cannot create the directory '\(path)'")
    }
    try makeDirectories(parent(of: path))
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw failure("cannot create the directory '\(path)'")
    }
  }

  static func write(
    _ content: [UInt8],
    to file: Int32,
    _ path: String
  ) throws(OperationError) {
    var written = 0
    while written < content.count {
      let count = content[written...].withUnsafeBytes { bytes in
        systemWrite(file, bytes)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("cannot write '\(path)'") }
      written += count
    }
  }

  private static func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #endif
  }
}
