package import Errors
import Git
package import GitTool
package import GitValues
package import Workspace

/// The uncommitted changes below several folders, looked up once and in the background.
package struct UncommittedChanges {
  private let places: [TreePath: Int]
  private let statuses: BackgroundWork<[[FileStatus]]>

  /// - Parameter paths: If there are none, nothing is looked at.
  package init(below paths: [TreePath], in workspace: borrowing Workspace) {
    places = Dictionary(zip(paths, paths.indices)) { first, _ in first }
    statuses = workspace.fileStatuses(below: paths)
  }

  /// Waits until the lookup has ended.
  package func wait() {
    statuses.wait()
  }

  /// Throws if there are any below `path`, which is one of the folders.
  package func refuse(below path: TreePath) throws(OperationError) {
    guard let place = places[path] else { return }
    let changed = try unifyingErrors { try statuses.value()[place] }
    try Self.refuse(changed, below: path)
  }

  /// - Parameter changed: Below `path`.
  package static func refuse(_ changed: [FileStatus], below path: TreePath) throws(OperationError) {
    guard let first = changed.first else { return }
    let others = changed.count > 1 ? " and \(changed.count - 1) more" : ""
    let place = path.isRoot ? "." : path.string.shellQuoted
    throw OperationError(
      .uncommittedChanges,
      "'\(first.path)'\(others) \(changed.count > 1 ? "have" : "has") uncommitted changes",
      help: "commit them, or stash them with 'git stash -u -- \(place)'"
    )
  }
}
