import Git
import RegistryModel

extension Status {
  /// How what is committed compares with each subject's release.
  func states(
    of subjects: [StatusSubject],
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ComponentStatus.State] {
    try unifyingErrors {
      guard let tip = workspace.tip else { return subjects.map { _ in .missing } }
      var trees = TreeLookup(root: try workspace.repository.commit(tip).tree)
      var states: [ComponentStatus.State] = []
      var changed: [(index: Int, path: TreePath, since: ObjectID)] = []
      for (index, subject) in subjects.enumerated() {
        guard let tree = try trees.tree(at: subject.path, in: workspace.repository) else {
          states.append(.missing)
          continue
        }
        guard let base = subject.base else {
          states.append(.neverReleased)
          continue
        }
        if base.tree.description == tree.hex {
          states.append(.unchanged)
          continue
        }
        states.append(.changed(commits: nil))
        if let source = try? ObjectID(hex: base.source.description),
          try workspace.repository.header(of: source)?.kind == .commit
        {
          changed.append((index, subject.path, source))
        }
      }
      var graph = CommitGraph()
      let counts = try workspace.repository.countCommits(
        touching: changed.map { ($0.path, $0.since) },
        from: tip,
        graph: &graph
      )
      for (entry, count) in zip(changed, counts) {
        // The files differ, so a history with no commit for it is not the one of the release.
        states[entry.index] = .changed(commits: count > 0 ? count : nil)
      }
      return states
    }
  }
}
