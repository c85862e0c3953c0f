import Git
import GitValues
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
      var changed: [(index: Int, change: ReleaseHistories.Change)] = []
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
          changed.append((index, ReleaseHistories.Change(path: subject.path, since: release)))
        }
      }
      let counts = try counts(of: changed.map(\.change), to: tip, in: workspace)
      for (index, count) in zip(changed.map(\.index), counts) {
        // The files differ, so a history with no commit for that is not the release's.
        states[index] = .changed(commits: count > 0 ? count : nil)
      }
      return states
    }
  }

  /// How many commits each change took.
  private func counts(
    of changes: [ReleaseHistories.Change],
    to tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [Int] {
    var graph = CommitGraph()
    let questions = changes.map { HistoryCounts.Question(path: $0.path, since: $0.since.source) }
    var known = try remembered(questions, to: tip, &graph, in: workspace)
    var counts = questions.map { known[$0] }
    let open = changes.indices.filter { counts[$0] == nil }
    let histories = try ReleaseHistories(tip: tip)
      .histories(of: open.map { changes[$0] }, graph: &graph, in: workspace.repository)
    for (index, history) in zip(open, histories) {
      counts[index] = history.commits.count
      if history.followsSource { known[questions[index]] = history.commits.count }
    }
    if graph.count > longWalk, names.isEmpty {
      // Without it the next run takes as long again.
      try? HistoryCounts(tip: tip, counts: known).remember(in: workspace)
    }
    return counts.map { $0 ?? 0 }
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
    let added = try workspace.repository.commits(
      touching: known.map { ($0.path, earlier.tip) },
      from: tip,
      graph: &graph
    ).map(\.count)
    return Dictionary(
      zip(known, added).map { ($0, (earlier.counts[$0] ?? 0) + $1) }
    ) { first, _ in first }
  }
}
