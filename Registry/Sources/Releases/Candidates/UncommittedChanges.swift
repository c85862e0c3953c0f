package import Git
package import GitValues
package import Workspace

/// The uncommitted changes below several folders, from one look at the index and the files.
package struct UncommittedChanges {
  private let files: [TreePath: [FileStatus]]

  /// - Parameter paths: If there are none, nothing is looked at.
  package init(
    below paths: [TreePath],
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    self.init(below: paths, try workspace.fileStatuses(below: paths))
  }

  /// - Parameter statuses: Of the files below each path.
  package init(below paths: [TreePath], _ statuses: [[FileStatus]]) {
    files = Dictionary(zip(paths, statuses)) { first, _ in first }
  }

  /// Throws if there are any below `path`, which is one of the folders.
  package func refuse(below path: TreePath) throws(OperationError) {
    guard let changed = files[path], let first = changed.first else { return }
    let others = changed.count > 1 ? " and \(changed.count - 1) more" : ""
    let place = path.isRoot ? "." : path.string.shellQuoted
    throw OperationError(
      .uncommittedChanges,
      "'\(first.path)'\(others) \(changed.count > 1 ? "have" : "has") uncommitted changes",
      help: "commit them, or stash them with 'git stash -u -- \(place)'"
    )
  }
}
