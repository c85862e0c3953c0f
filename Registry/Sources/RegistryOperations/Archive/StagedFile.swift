#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A file that is written beside its place and moved there when it is whole; dropped before, it
/// leaves nothing.
///
/// Its process has the kernel's lock on it meanwhile, so that what a killed process left is told
/// from what is being written, and is removed when the same file is written next.
package struct StagedFile: ~Copyable {
  package static let suffix = ".part"
  private static let tokens: ClosedRange<UInt32> = 0x1000_0000...0xFFFF_FFFF

  private let path: String
  private let staging: String
  private let descriptor: Int32

  /// - Throws: Also where something other than a file stands at the place: moving a file there would
  ///   take away a link or a device.
  package init(for path: String, isReadOnly: Bool = false) throws(OperationError) {
    if let kind = LocalFile.kind(at: path), kind != .file {
      throw OperationError(
        .inputOutput,
        "cannot write '\(path)': found \(kind.rawValue), expected a file or nothing",
        help: "name another file, or '-' for standard output"
      )
    }
    Self.removeAbandoned(of: path)
    let made = try Self.make(for: path, mode: isReadOnly ? 0o444 : 0o666)
    (self.path, staging, descriptor) = (path, made.staging, made.descriptor)
  }

  /// Throws before anything is stored: `deinit` would take away another process's file.
  private static func make(
    for path: String,
    mode: mode_t
  ) throws(OperationError) -> (staging: String, descriptor: Int32) {
    while true {
      let staging = "\(path).\(String(UInt32.random(in: tokens), radix: 16))\(suffix)"
      let file = open(staging, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard file >= 0 else { throw LocalFile.failure("cannot write '\(path)'") }
      if lock(file, waiting: true) { return (staging, file) }
      // Another process took it for abandoned before it was locked.
      close(file)
    }
  }

  deinit {
    // Gone already if it was moved.
    unlink(staging)
    close(descriptor)
  }

  package func write(_ bytes: [UInt8]) throws(OperationError) {
    try LocalFile.write(bytes, to: descriptor, path)
  }

  /// - Parameter isSynced: Whether it is to survive a power cut, which what can be made anew need
  ///   not.
  package func commit(isSynced: Bool = true) throws(OperationError) {
    guard !isSynced || fsync(descriptor) == 0, rename(staging, path) == 0 else {
      throw LocalFile.failure("cannot write '\(path)'")
    }
  }
}

extension StagedFile {
  /// Removes what killed processes left of any file in a folder that nothing else writes to.
  package static func removeAbandoned(in folder: String) {
    removeAbandoned(in: folder) { $0.hasSuffix(suffix) }
  }

  /// Removes what killed processes left of one file.
  private static func removeAbandoned(of path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let prefix = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    removeAbandoned(in: folder) { name in
      guard name.hasPrefix("\(prefix)."), name.hasSuffix(suffix) else { return false }
      let token = name.dropFirst(prefix.count + 1).dropLast(suffix.count)
      return token.count == 8 && token.allSatisfy(\.isHexDigit)
    }
  }

  private static func removeAbandoned(in folder: String, where isStaged: (String) -> Bool) {
    // What cannot be read or removed is in nobody's way.
    for name in (try? LocalFile.names(in: folder)) ?? [] where isStaged(name) {
      let file = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if lock(file, waiting: false) { unlink("\(folder)/\(name)") }
      close(file)
    }
  }

  /// Whether the file is locked now, and has a name still.
  private static func lock(_ file: Int32, waiting: Bool) -> Bool {
    while flock(file, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else {
        // Where a file system knows no locks, nothing is ever taken for abandoned.
        return waiting
      }
    }
    var facts = stat()
    return fstat(file, &facts) == 0 && facts.st_nlink > 0
  }
}
