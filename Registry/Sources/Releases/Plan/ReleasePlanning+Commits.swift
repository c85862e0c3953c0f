import Errors
import Git
import PublishedForm
import RegistryModel
import Versioning
import Workspace

/// The commits of all components, looked up once.
extension ReleasePlanning {
  /// Summaries of the commits of all changes, read in one walk.
  mutating func commitSummaries(
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: CommitSummary] {
    let changes = try changes(
      of: order.filter { subjects[$0]?.hasNewFiles ?? false },
      in: workspace
    )
    try entries.find(changes.map(\.change), in: workspace.repository)
    var summaries: [ComponentName: CommitSummary] = [:]
    for (name, change) in changes {
      summaries[name] = CommitSummary(try entries.commits(of: change, in: workspace.repository))
    }
    return summaries
  }

  /// Looks up the commits that changelog entries may list, in one walk.
  mutating func findCommits(in workspace: borrowing Workspace) throws {
    let changes = try changes(of: order, in: workspace)
    try entries.find(changes.map(\.change), in: workspace.repository)
  }

  /// The changes since the last releases or the baselines, of components that have one.
  private func changes(
    of names: [ComponentName],
    in workspace: borrowing Workspace
  ) throws -> [(name: ComponentName, change: ReleaseHistories.Change)] {
    var changes: [(name: ComponentName, change: ReleaseHistories.Change)] = []
    for name in names {
      guard let subject = subjects[name], let tree = subject.tree else { continue }
      if let start = subject.baseline?.source {
        changes.append(
          (name, ReleaseHistories.Change(of: name, paths: [subject.path], after: start))
        )
        continue
      }
      guard let release = subject.release else { continue }
      let paths = try base.forms
        .paths(of: tree, at: subject.path, since: release, in: workspace.repository)
      changes.append((name, ReleaseHistories.Change(of: name, paths: paths, since: release)))
    }
    return changes
  }
}

extension OperationError {
  /// The history is incomplete.
  static let shallow = OperationError(
    .shallowClone,
    "the clone is shallow, so the changes since the last release are unknown",
    help: "fetch the whole history with 'git fetch --unshallow'"
  )
}
