import CLibrary

/// The metadata that shows whether a file has changed, without reading it; for a folder, whether
/// entries were added, removed or replaced.
package struct FileStamp: Hashable, Sendable, BitwiseCopyable {
  /// In bytes.
  package let size: Int
  /// In nanoseconds since 1970, like all times here.
  package let modified: Int
  package let changed: Int
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
