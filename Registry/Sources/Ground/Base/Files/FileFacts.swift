import CLibrary
import SystemPackage

/// The metadata of a file, a folder or a link.
package struct FileFacts: Sendable {
  package let kind: LocalFile.Kind
  package let stamp: FileStamp
  package let device: UInt64
  /// The nine permission bits.
  package let permissions: UInt16

  package var size: Int { stamp.size }

  /// The metadata of the entry at a path, without following links; `nil` if there is none.
  package static func of(_ path: String) -> FileFacts? {
    var facts = stat()
    guard unsafe lstat(path, &facts) == 0 else { return nil }
    return FileFacts(facts)
  }

  /// The metadata of an open file.
  static func of(_ file: FileDescriptor) throws(Errno) -> FileFacts {
    var facts = stat()
    guard unsafe fstat(file.rawValue, &facts) == 0 else { throw SystemCall.error }
    return FileFacts(facts)
  }

  private init(_ facts: stat) {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    #if canImport(Darwin)
      let (modified, changed) = (facts.st_mtimespec, facts.st_ctimespec)
    #else
      let (modified, changed) = (facts.st_mtim, facts.st_ctim)
    #endif
    stamp = FileStamp(
      size: Int(facts.st_size),
      modified: FileStamp.nanoseconds(modified),
      changed: FileStamp.nanoseconds(changed),
      inode: UInt64(facts.st_ino)
    )
    // Signed on Darwin, where some are negative.
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    permissions = UInt16(facts.st_mode & 0o777)
  }
}
