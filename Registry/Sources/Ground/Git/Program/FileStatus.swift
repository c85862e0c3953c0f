/// The status of one file, compared with the newest commit.
package struct FileStatus: Hashable, Sendable {
  /// From the root of the working tree.
  package let path: String
  /// Between the newest commit and the index.
  package let staged: Change?
  /// Between the index and the file.
  package let unstaged: Change?
  /// A merge left several versions of it.
  package let isConflicted: Bool

  package enum Change: Hashable, Sendable {
    case added
    case modified
    case removed
    /// A file became a link, or a link a file.
    case typeChanged
    case untracked
  }
}
