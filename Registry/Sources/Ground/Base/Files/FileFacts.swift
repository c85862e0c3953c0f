import CLibrary
import SystemPackage

/// The metadata of a file, a folder or a link.
package struct FileFacts: Sendable {
  package let kind: LocalFile.Kind
  /// The metadata that changes with the content.
  package let stamp: FileStamp
  /// The number of the file system that the entry is on.
  package let device: UInt64
  /// The nine permission bits.
  package let permissions: UInt16

  /// The size in bytes.
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

/// The metadata that shows whether a file has changed, without reading it; for a folder, whether
/// entries were added, removed or replaced.
package struct FileStamp: Hashable, Sendable, BitwiseCopyable {
  /// The number of bytes.
  package let size: Int
  /// The time of the last change of content, in nanoseconds since 1970 as all times here.
  package let modified: Int
  /// The time of the last change of content or metadata, which programs cannot set.
  package let changed: Int
  /// The number of the file in its file system: another file under the same name has another.
  package let inode: UInt64

  /// The stamp of the file or link at a path; `nil` if there is none.
  package static func of(_ path: String) -> FileStamp? {
    FileFacts.of(path).flatMap { [.file, .link].contains($0.kind) ? $0.stamp : nil }
  }

  /// The stamp of the entry at a path, also of a folder.
  package static func glance(_ path: String) -> FileStamp? {
    FileFacts.of(path)?.stamp
  }

  static func nanoseconds(_ time: timespec) -> Int {
    // Stamps are only compared, and a file may have a time that is too late for this.
    Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }
}

/// The scratch folder of a build, which is of use at one path only: what the compiler wrote contains
/// absolute paths, and it refuses modules that it made elsewhere.
package struct BuildFolder {
  /// The path of the folder.
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Removes what was built at another path, as in a copied or renamed clone.
  ///
  /// Called before each build, by one process at a time.
  package func removeIfMoved() throws(OperationError) {
    guard try hasMoved() else { return }
    try LocalFile.removeAll(path)
    try LocalFile.update(place, to: Array(path.utf8))
  }

  /// Whether the build may be one of another path; also before the first build.
  package func hasMoved() throws(OperationError) -> Bool {
    try LocalFile.read(place) != Array(path.utf8)
  }

  /// The file with the path of the last build.
  private var place: String { "\(path).place" }
}
