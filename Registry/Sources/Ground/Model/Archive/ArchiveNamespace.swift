import Base
import Git

/// The names taken so far, folders included.
struct ArchiveNamespace {
  static let greatestPathLength = 1024

  private struct Taken {
    let path: TreePath
    let isFolder: Bool
  }

  private var taken: [String: Taken] = [:]
  /// Of the path before, with its key: one look at it does for all its files.
  private var folder: (path: TreePath, key: String) = (.root, "")

  mutating func insert(_ path: TreePath) throws(OperationError) {
    let length = path.string.utf8.count
    guard length <= Self.greatestPathLength else {
      throw OperationError(
        .invalidPath,
        "path of \(length) bytes, expected at most \(Self.greatestPathLength): '\(path)'"
      )
    }
    if path.parent != folder.path {
      folder = (path.parent, path.parent.collisionKey)
      for ancestor in path.ancestors.reversed() {
        try take(ancestor, key: ancestor.collisionKey, isFolder: true)
      }
    }
    let name = TreeNameRules.collisionKey(of: String(path.name))
    try take(path, key: "\(folder.key)/\(name)", isFolder: false)
  }

  private mutating func take(
    _ path: TreePath,
    key: String,
    isFolder: Bool
  ) throws(OperationError) {
    guard let other = taken[key] else {
      taken[key] = Taken(path: path, isFolder: isFolder)
      return
    }
    guard path == other.path else {
      throw OperationError(
        .collision,
        "'\(other.path)' and '\(path)' are one name on some file systems",
        help: "rename one of them"
      )
    }
    guard isFolder, other.isFolder else {
      throw OperationError(.collision, "'\(path)' occurs twice")
    }
  }
}
