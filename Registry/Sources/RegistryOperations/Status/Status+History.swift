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
    let questions = zip(changes, sources).map {
      HistoryCounts.Question(path: $0.path, since: $1)
    }
    var counts = try remembered(questions, to: tip, &graph, in: workspace)
    let new = Set(zip(questions, sources).compactMap { counts[$0] == nil ? $1 : nil })
    let reached = try workspace.repository.ancestors(among: new, of: tip, graph: &graph)
    let near = questions.filter { counts[$0] == nil && reached.contains($0.since) }
    let counted = try workspace.repository.countCommits(
      touching: near.map { ($0.path, $0.since) },
      from: tip,
      graph: &graph
    )
    for (question, count) in zip(near, counted) { counts[question] = count }
    if graph.count > longWalk, names.isEmpty {
      // Without it the next run takes as long again.
      try? HistoryCounts(tip: tip, counts: counts).remember(in: workspace)
    }
    return try changes.indices.map { index in
      if let count = counts[questions[index]] { return count }
      // Where history was cut off, its end seems to have changed everything.
      if workspace.repository.isShallow { return 0 }
      let history = ReleaseHistory(path: changes[index].path, tip: tip)
      return try history.commits(since: changes[index].release, in: workspace.repository).count
    }
  }

  /// What an earlier run counted, with the commits that came straight after.
  private func remembered(
    _ questions: [HistoryCounts.Question],
    to tip: ObjectID,
    _ graph: inout CommitGraph,
    in workspace: borrowing Workspace
  ) throws -> [HistoryCounts.Question: Int] {
    guard !questions.isEmpty, let earlier = HistoryCounts.remembered(in: workspace),
      try workspace.repository.leadsStraight(
        from: earlier.tip,
        to: tip,
        limit: longWalk,
        graph: &graph
      )
    else { return [:] }
    let known = questions.filter { earlier.counts[$0] != nil }
    let added = try workspace.repository.countCommits(
      touching: known.map { ($0.path, earlier.tip) },
      from: tip,
      graph: &graph
    )
    return Dictionary(
      zip(known, added).map { ($0, (earlier.counts[$0] ?? 0) + $1) }
    ) { first, _ in first }
  }
}
