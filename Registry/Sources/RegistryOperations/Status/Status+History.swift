import Git
import RegistryModel

extension Status {
  /// How what is committed compares with each subject's release.
  func states(
    of subjects: [StatusSubject],
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ComponentStatus.State] {
    guard let tip = workspace.tip else { return subjects.map { _ in .missing } }
    return try unifyingErrors {
      var trees = TreeLookup(root: try workspace.repository.commit(tip).tree)
      var states: [ComponentStatus.State] = []
      var changed: [ReleaseHistories.Change] = []
      var indices: [Int] = []
      for (index, subject) in subjects.enumerated() {
        guard let tree = try trees.tree(at: subject.path, in: workspace.repository) else {
          states.append(.missing)
          continue
        }
        guard let digest = subject.digest, let released = digest.tree else {
          states.append(.neverReleased)
          continue
        }
        if released == tree.hex {
          states.append(.unchanged)
          continue
        }
        states.append(.changed(commits: nil))
        // Only now is it worth reading the whole record.
        let file = workspace.logPath(of: subject.name).string
        if let release = try digest.greatestRelease(file: file) {
          changed.append(ReleaseHistories.Change(path: subject.path, since: release))
          indices.append(index)
        }
      }
      let histories = try ReleaseHistories(tip: tip).commits(of: changed, in: workspace.repository)
      for (index, commits) in zip(indices, histories) {
        // The files differ, so a history with no commit for that is not the release's.
        states[index] = .changed(commits: commits.isEmpty ? nil : commits.count)
      }
      return states
    }
  }
}
