import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file that is written beside its place and moved there when it is whole; dropped before, it
/// leaves nothing.
///
/// Its process has the kernel's lock on it meanwhile. A file that no process has locked was left by
/// a killed one, and is removed when the same file is written next.
package struct StagedFile: ~Copyable {
  /// Of the names that files have until they are whole.
  package static let suffix = ".part"
  private static let tokens: ClosedRange<UInt32> = 0x1000_0000...0xFFFF_FFFF

  private let replacement: StagedReplacement
  private let file: FileDescriptor

  /// - Parameters:
  ///   - permissions: Less what the umask takes away.
  /// - Throws: Also where something other than a file stands at the place: moving a file there would
  ///   take away a link or a device.
  package init(for path: String, permissions: UInt16 = 0o666) throws(FileError) {
    if let kind = LocalFile.kind(at: path), kind != .file {
      throw FileError(
        .inputOutput,
        "cannot write '\(path)': found \(kind.rawValue), expected a file or nothing",
        help: "name another file, or '-' for standard output"
      )
    }
    Self.removeAbandoned(of: path)
    let made = try Self.make(for: path, permissions: CInterop.Mode(permissions))
    (replacement, file) = (made.replacement, made.file)
  }

  /// Throws before anything is stored: `deinit` would take away another process's file.
  private static func make(
    for path: String,
    permissions: CInterop.Mode
  ) throws(FileError) -> (replacement: StagedReplacement, file: FileDescriptor) {
    while true {
      let token = String(UInt32.random(in: tokens), radix: 16)
      let replacement = StagedReplacement(path: path, staging: "\(path).\(token)\(suffix)")
      let file = try replacement.open(permissions: permissions, "cannot write '\(path)'")
      if lock(file, waiting: true) { return (replacement, file) }
      // Another process took it for abandoned before it was locked.
      try? file.close()
    }
  }

  deinit {
    // Gone already if it was moved.
    unlink(replacement.staging)
    try? file.close()
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try LocalFile.write(bytes, to: file, replacement.path)
  }

  /// Takes its place.
  ///
  /// - Parameter isSynced: Unsynced only where damage by a power cut is noticed when it is read.
  package func commit(isSynced: Bool = true) throws(FileError) {
    if isSynced {
      try FileError.during("cannot write '\(replacement.path)'") { try SystemCall.sync(file) }
    }
    try replacement.moveIntoPlace()
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
    // What cannot be read or removed does no harm.
    for name in (try? LocalFile.names(in: folder)) ?? [] where isStaged(name) {
      let path = "\(folder)/\(name)"
      let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
      guard let file = try? FileDescriptor.open(path, .readOnly, options: options) else { continue }
      if lock(file, waiting: false) { unlink(path) }
      try? file.close()
    }
  }

  /// Whether the file is locked now, and has a name still.
  private static func lock(_ file: FileDescriptor, waiting: Bool) -> Bool {
    while flock(file.rawValue, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard SystemCall.error == .interrupted else {
        // Where a file system knows no locks, nothing is ever taken for abandoned.
        return waiting
      }
    }
    var facts = stat()
    return fstat(file.rawValue, &facts) == 0 && facts.st_nlink > 0
  }
}
