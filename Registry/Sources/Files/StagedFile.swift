import CLibrary
package import Errors
import SystemPackage

/// A file that is written under a temporary name and renamed when it is complete; without a commit,
/// nothing remains.
///
/// The process holds a kernel lock on it in the meantime. A temporary file without a lock was left
/// by a killed process, and is removed when the same file is written next.
package struct StagedFile: ~Copyable {
  /// The end of temporary names.
  package static let suffix = ".part"
  private static let tokens: ClosedRange<UInt32> = 0x1000_0000...0xFFFF_FFFF

  private let replacement: StagedReplacement
  private let file: FileDescriptor

  /// - Parameters:
  ///   - permissions: Without those that the umask removes.
  /// - Throws: Also if there is something other than a file at the path: a rename would replace a
  ///   link or a device.
  package init(for path: String, permissions: UInt16 = 0o666) throws(OperationError) {
    if let kind = LocalFile.kind(at: path), kind != .file {
      throw OperationError(
        .inputOutput,
        "cannot write '\(path)': found \(kind.rawValue), expected a file or nothing",
        help: "name another file, or '-' for standard output"
      )
    }
    Self.removeAbandoned(of: path)
    let made = try Self.make(for: path, permissions: CInterop.Mode(permissions))
    (replacement, file) = (made.replacement, made.file)
  }

  /// Throws before anything is stored, because `deinit` would remove another process's file.
  private static func make(
    for path: String,
    permissions: CInterop.Mode
  ) throws(OperationError) -> (replacement: StagedReplacement, file: FileDescriptor) {
    while true {
      let token = String(UInt32.random(in: tokens), radix: 16)
      let replacement = StagedReplacement(path: path, staging: "\(path).\(token)\(suffix)")
      let file = try replacement.open(permissions: permissions, "cannot write '\(path)'")
      if lock(file, waiting: true) { return (replacement, file) }
      // Another process removed it before it was locked.
      try? file.close()
    }
  }

  deinit {
    // It no longer exists if it was renamed.
    unlink(replacement.staging)
    try? file.close()
  }

  package func write(_ bytes: [UInt8]) throws(OperationError) {
    try LocalFile.write(bytes, to: file, replacement.path)
  }

  /// Renames it to its path.
  ///
  /// - Parameter isSynced: `false` only if damage by a power cut is detected when the file is read.
  package func commit(isSynced: Bool = true) throws(OperationError) {
    if isSynced {
      try OperationError.during("cannot write '\(replacement.path)'") { try SystemCall.sync(file) }
    }
    try replacement.moveIntoPlace()
  }
}

extension StagedFile {
  /// Removes what killed processes left in a folder that nothing else writes to.
  package static func removeAbandoned(in folder: String) {
    removeAbandoned(in: folder) { $0.hasSuffix(suffix) }
  }

  /// Removes what killed processes left for one file.
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
    // Files that cannot be read or removed do no harm.
    for name in (try? LocalFile.names(in: folder)) ?? [] where isStaged(name) {
      let path = "\(folder)/\(name)"
      let options: FileDescriptor.OpenOptions = [.noFollow, .nonBlocking, .closeOnExec]
      guard let file = try? FileDescriptor.open(path, .readOnly, options: options) else { continue }
      if lock(file, waiting: false) { unlink(path) }
      try? file.close()
    }
  }

  /// Whether the file is now locked and still has a name.
  private static func lock(_ file: FileDescriptor, waiting: Bool) -> Bool {
    while flock(file.rawValue, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard SystemCall.error == .interrupted else {
        // On a file system without locks, no file counts as abandoned.
        return waiting
      }
    }
    var facts = stat()
    return fstat(file.rawValue, &facts) == 0 && facts.st_nlink > 0
  }
}
