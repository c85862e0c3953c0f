import Base
import Content
import Git
import Model
import Releases

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
      var states: [ComponentStatus.State] = []
      var changed: [(index: Int, change: ReleaseHistories.Change)] = []
      for (index, subject) in subjects.enumerated() {
        guard let tree = try workspace.repository.tree(at: subject.path, in: root) else {
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
        let isPublic = committed?.manifest.kind(of: subject.component) == .public
        let isReleased = try log.newestReleases.contains { release in
          // After an internal release, the first published one may have the same files.
          guard !release.isInternal || !isPublic else { return false }
          return try forms.matches(release, tree, at: subject.path, in: workspace.repository)
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
    return try histories.histories(of: changes, graph: &graph, in: workspace.repository)
      .map(\.count)
  }
}
