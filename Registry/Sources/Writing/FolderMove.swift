package import GitValues

/// A folder's old and new place.
package struct FolderMove: Hashable, Sendable {
  package let from: TreePath
  package let to: TreePath

  package init(from: TreePath, to: TreePath) {
    (self.from, self.to) = (from, to)
  }

  /// Where a path of the repository is after the move.
  package func place(of path: TreePath) -> TreePath {
    path.isInside(from) ? Self.replace(from, by: to, in: path) : path
  }

  /// Where a path in the new place was before; `nil` for any other.
  package func origin(of path: TreePath) -> TreePath? {
    path.isInside(to) ? Self.replace(to, by: from, in: path) : nil
  }

  private static func replace(_ old: TreePath, by new: TreePath, in path: TreePath) -> TreePath {
    let rest = path.names.dropFirst(old.names.count).joined(separator: "/")
    return new.appending(TreePath(unchecked: rest))
  }
}
