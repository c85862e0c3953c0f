package import Git

extension Workspace {
  /// The uncommitted changes below each of many folders, in their order, read in the background.
  ///
  /// - Parameter paths: If empty, nothing is read.
  package func fileStatuses(below paths: [TreePath]) -> BackgroundWork<[[FileStatus]]> {
    guard !paths.isEmpty else { return BackgroundWork { [] } }
    let files = Result { try WorkTree(of: repository) }
    return BackgroundWork { try files.get().statuses(below: paths) }
  }
}
