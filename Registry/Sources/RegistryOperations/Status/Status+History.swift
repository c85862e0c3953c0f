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
      var changed: [Change] = []
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
          changed.append(Change(index: index, path: subject.path, release: release))
        }
      }
      for (change, count) in zip(changed, try counts(of: changed, to: tip, in: workspace)) {
        // The files differ, so a history with no commit for that is not the release's.
        states[change.index] = .changed(commits: count > 0 ? count : nil)
      }
      return states
    }
  }

  private struct Change {
    let index: Int
    let path: TreePath
    let release: Release
  }

  /// How many commits each change took: one walk for the releases whose sources are in the
  /// history, and one each for the others.
  private func counts(
    of changes: [Change],
    to tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [Int] {
    var graph = CommitGraph()
    let sources = try changes.map { try ObjectID(hex: $0.release.source.description) }
    let reached = try workspace.repository.ancestors(among: Set(sources), of: tip, graph: &graph)
    let near = changes.indices.filter { reached.contains(sources[$0]) }
    let counted = try workspace.repository.countCommits(
      touching: near.map { (changes[$0].path, sources[$0]) },
      from: tip,
      graph: &graph
    )
    let counts = Dictionary(uniqueKeysWithValues: zip(near, counted))
    return try changes.indices.map { index in
      if let count = counts[index] { return count }
      // Where history was cut off, its end seems to have changed everything.
      if workspace.repository.isShallow { return 0 }
      let history = ReleaseHistory(path: changes[index].path, tip: tip)
      return try history.commits(since: changes[index].release, in: workspace.repository).count
    }
  }
}
