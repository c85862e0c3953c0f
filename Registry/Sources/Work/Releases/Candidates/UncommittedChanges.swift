import Base
import Git
import Model

/// The uncommitted changes below several folders, looked up once and in the background.
struct UncommittedChanges {
  private let places: [TreePath: Int]
  private let statuses: BackgroundWork<[[FileStatus]]>

  /// - Parameter paths: If there are none, nothing is looked at.
  init(below paths: [TreePath], in workspace: borrowing Workspace) {
    places = Dictionary(zip(paths, paths.indices)) { first, _ in first }
    statuses = workspace.fileStatuses(below: paths)
  }

  /// Waits until the lookup has ended.
  func wait() {
    statuses.wait()
  }

  /// Those below `path`; none if it is not one of the folders.
  func files(below path: TreePath) throws(OperationError) -> [FileStatus] {
    guard let place = places[path] else { return [] }
    return try unifyingErrors { try statuses.value()[place] }
  }

  /// Throws if there are any below `path`.
  func refuse(below path: TreePath) throws(OperationError) {
    let changed = try files(below: path)
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
