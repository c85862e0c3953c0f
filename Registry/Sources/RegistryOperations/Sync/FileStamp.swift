#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// The size, times and inode of a file, which show without reading it that it has not changed; of a
/// folder, that no entry was added, removed or replaced.
struct FileStamp: Hashable, Sendable {
  /// In bytes.
  let size: Int
  /// In nanoseconds since 1970, as all times here.
  let modified: Int
  let changed: Int
  let inode: UInt64

  /// Of nothing.
  static let unknown = FileStamp(size: 0, modified: 0, changed: 0, inode: 0)

  enum Found: Equatable {
    case file(FileStamp)
    case link(FileStamp)
    case directory
    case other
    case nothing
  }

  /// What stands at the path itself, links not followed.
  static func look(at path: String) -> Found {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return .nothing }
    let stamp = FileStamp(facts)
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return .file(stamp)
    case S_IFLNK: return .link(stamp)
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// Of whatever stands at a path, a folder included.
  static func glance(_ path: String) -> FileStamp? {
    glance(at: path, from: AT_FDCWD)
  }

  /// Of whatever stands at a path from an open folder, a folder included.
  static func glance(at path: UnsafePointer<CChar>, from folder: Int32) -> FileStamp? {
    var facts = stat()
    guard fstatat(folder, path, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStamp(facts)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    // Stamps are only compared, and a file may have a time that is too late for this.
    Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }
}

extension FileStamp {
  private init(_ facts: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (facts.st_mtimespec, facts.st_ctimespec)
    #else
      let (modified, changed) = (facts.st_mtim, facts.st_ctim)
    #endif
    self.init(
      size: Int(facts.st_size),
      modified: Self.nanoseconds(modified),
      changed: Self.nanoseconds(changed),
      inode: UInt64(facts.st_ino)
    )
  }

  /// Of the file or link at a path; nothing if there is none.
  static func of(_ path: String) -> FileStamp? {
    switch look(at: path) {
    case .file(let stamp), .link(let stamp): stamp
    case .directory, .other, .nothing: nil
    }
  }

  /// The system's time, in nanoseconds since 1970.
  static var now: Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return nanoseconds(now)
  }
}
