#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The metadata that shows whether a file has changed, without reading it; for a folder, whether
/// entries were added, removed or replaced.
package struct FileStamp: Hashable, Sendable, BitwiseCopyable {
  /// In bytes.
  package let size: Int
  /// In nanoseconds since 1970, like all times here.
  package let modified: Int
  package let changed: Int
  package let inode: UInt64

  package init(size: Int, modified: Int, changed: Int, inode: UInt64) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }

  /// The coarsest clock step of common file systems.
  private static let clockStep = 20_000_000

  /// Whether the stamp, taken at `time`, detects any later change: a file that was changed just
  /// before could change again within one step of the clock.
  package func isSettled(at time: Int) -> Bool {
    changed < time - Self.clockStep
  }

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
