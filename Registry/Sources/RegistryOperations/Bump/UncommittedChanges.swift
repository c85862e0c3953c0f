import Git

/// The changes below several folders that are not committed, looked up at once.
struct UncommittedChanges {
  private let files: [FileStatus]

  /// - Parameter paths: None looks nowhere.
  init(below paths: [TreePath], in repository: borrowing Repository) throws {
    files = try paths.isEmpty ? [] : repository.status(of: paths)
  }

  /// Throws if there are any below `path`, which is one of the folders.
  func refuse(below path: TreePath) throws(OperationError) {
    let changed = files.filter { path.isRoot || $0.path.utf8.starts(with: "\(path)/".utf8) }
    guard let first = changed.first else { return }
    let others = changed.count > 1 ? " and \(changed.count - 1) more" : ""
    let place = path.isRoot ? "." : path.string.shellQuoted
    throw OperationError(
      .uncommittedChanges,
      "'\(first.path)'\(others) \(changed.count > 1 ? "have" : "has") changes that are not committed",
      help: "commit them, or put them away with 'git stash -u -- \(place)'"
    )
  }
}
