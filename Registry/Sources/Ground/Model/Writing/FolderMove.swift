package import Git

/// The old and the new place of a folder.
package struct FolderMove: Hashable, Sendable {
  package let from: TreePath
  package let to: TreePath

  package init(from: TreePath, to: TreePath) {
    (self.from, self.to) = (from, to)
  }

  /// The path after the move.
  package func place(of path: TreePath) -> TreePath {
    path.isInside(from) ? Self.replace(from, by: to, in: path) : path
  }

  /// The path before the move; `nil` for a path outside of the new place.
  package func origin(of path: TreePath) -> TreePath? {
    path.isInside(to) ? Self.replace(to, by: from, in: path) : nil
  }

  private static func replace(_ old: TreePath, by new: TreePath, in path: TreePath) -> TreePath {
    let rest = path.names.dropFirst(old.names.count).joined(separator: "/")
    return new.appending(TreePath(unchecked: rest))
  }
}

extension [FolderMove] {
  /// The path before the moves; `nil` for a path outside of the new places.
  func origin(of path: TreePath) -> TreePath? {
    lazy.compactMap { $0.origin(of: path) }.first
  }
}
