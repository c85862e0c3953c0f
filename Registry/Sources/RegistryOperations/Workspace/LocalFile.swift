#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files of the machine, outside of what git keeps.
enum LocalFile {
  enum Kind: String {
    case file = "a file"
    case directory = "a folder"
    case link = "a link"
    case other = "a device or pipe"
  }

  /// What stands at the path itself, links not followed; nothing if nothing does.
  static func kind(at path: String) -> Kind? {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// The content of a file; nothing if there is none.
  ///
  /// - Parameter check: Throws for a file that is not to be read.
  static func read(
    _ path: String,
    check: (stat) throws(OperationError) -> Void = { _ in }
  ) throws(OperationError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard file >= 0 else { throw failure("cannot open '\(path)'") }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw failure("cannot read '\(path)'") }
    try check(facts)
    var content = [UInt8](repeating: 0, count: Int(facts.st_size) + 1)
    var filled = 0
    while true {
      let count = content.withUnsafeMutableBytes { bytes in
        systemRead(file, UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("cannot read '\(path)'") }
      if count == 0 { break }
      filled += count
      if filled == content.count { content.append(contentsOf: repeatElement(0, count: filled)) }
    }
    content.removeLast(content.count - filled)
    return content
  }

  /// The path with every link on the way followed.
  static func realPath(_ path: String) throws(OperationError) -> String {
    guard let resolved = realpath(path, nil) else { throw failure("cannot find '\(path)'") }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path from the root, where it may not exist yet.
  static func absolutePath(_ path: String) throws(OperationError) -> String {
    path.hasPrefix("/") ? path : "\(try realPath("."))/\(path)"
  }

  /// The error of the system call that has just failed.
  static func failure(_ task: String) -> OperationError {
    let reason = String(cString: strerror(errno))
    return OperationError(
      .inputOutput,
      "\(task): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
    )
  }

  private static func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(file, bytes.baseAddress, bytes.count)
    #else
      Glibc.read(file, bytes.baseAddress, bytes.count)
    #endif
  }
}
