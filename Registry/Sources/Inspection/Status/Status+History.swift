import Git
import GitValues
import PublishedForm
import RegistryModel
import Releases
import Workspace

extension Status {
  /// How what is committed compares with each subject's release.
  func states(
    of subjects: [Subject],
    committed: RegistryState?,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ComponentStatus.State] {
    guard let tip = workspace.tip else { return subjects.map { _ in .missing } }
    return try unifyingErrors {
      let root = try workspace.repository.commit(tip).tree
      let forms = ReleasedForms(root: root, rootFiles: committed?.manifest.rootFiles ?? [])
      var trees = TreeLookup(root: root)
      var states: [ComponentStatus.State] = []
      var changed: [(index: Int, change: ReleaseHistories.Change)] = []
      for (index, subject) in subjects.enumerated() {
        guard let tree = try trees.tree(at: subject.path, in: workspace.repository) else {
          states.append(.missing)
          continue
        }
        if subject.component.isPrivate {
          states.append(.isPrivate)
          continue
        }
        if let log = subject.log,
          try log.newestWithdrawn.contains(where: {
            try forms.matches($0, tree, at: subject.path, in: workspace.repository)
          })
        {
          states.append(.unchanged)
          continue
        }
        guard subject.baseline == nil, let log = subject.log, let release = log.currentRelease
        else {
          guard let start = subject.baseline, let root = try start.root(in: workspace.repository)
          else {
            states.append(.neverReleased)
            continue
          }
          let old = try workspace.repository.entry(at: subject.path, in: root)?.id
          states.append(old == tree ? .unchanged : .changed(commits: nil))
          guard old != tree else { continue }
          let change = ReleaseHistories.Change(
            of: subject.name,
            paths: [subject.path],
            after: start.source
          )
          changed.append((index, change))
          continue
        }
        let isReleased = try log.newestReleases.contains { release in
          try forms.matches(release, tree, at: subject.path, in: workspace.repository)
        }
        if isReleased {
          states.append(.unchanged)
          continue
        }
        states.append(.changed(commits: nil))
        let paths =
          try forms
          .paths(of: tree, at: subject.path, since: release, in: workspace.repository)
        let change = ReleaseHistories.Change(of: subject.name, paths: paths, since: release)
        changed.append((index, change))
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
    let histories = ReleaseHistories(tip: tip, manifest: workspace.manifestPath)
    // Only those of one path are remembered.
    let questions = changes.map { change -> HistoryCounts.Question? in
      guard change.paths.count == 1 else { return nil }
      return HistoryCounts.Question(
        component: change.component,
        path: change.paths[0],
        since: change.start
      )
    }
    var known = try remembered(questions.compactMap(\.self), histories, &graph, in: workspace)
    var counts = questions.map { question in question.flatMap { known[$0] } }
    let open = changes.indices.filter { counts[$0] == nil }
    let found =
      try histories
      .histories(of: open.map { changes[$0] }, graph: &graph, in: workspace.repository)
    for (index, history) in zip(open, found) {
      counts[index] = history.commits.count
      guard history.followsSource, let question = questions[index] else { continue }
      known[question] = history.commits.count
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
    _ histories: ReleaseHistories,
    _ graph: inout CommitGraph,
    in workspace: borrowing Workspace
  ) throws -> [HistoryCounts.Question: Int] {
    guard !questions.isEmpty, let earlier = HistoryCounts.remembered(in: workspace),
      try workspace.repository.leadsStraight(
        from: earlier.tip,
        to: histories.tip,
        limit: longWalk,
        graph: &graph
      )
    else { return [:] }
    let known = questions.filter { earlier.counts[$0] != nil }
    let added = try histories.counts(
      of: known.map { ($0.component, $0.path) },
      since: earlier.tip,
      graph: &graph,
      in: workspace.repository
    )
    return Dictionary(
      zip(known, added).map { ($0, (earlier.counts[$0] ?? 0) + $1) }
    ) { first, _ in first }
  }
}
