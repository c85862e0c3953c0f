import Base
import Content
import Git
import Model
import Versions

/// The commits since the last releases or the baselines.
extension ReleasePlanning {
  /// Looks up all that reasons and changelog entries may tell of, in one walk.
  mutating func findCommits(in workspace: borrowing Workspace) throws {
    let writesEntries = base.state.manifest.changelogs == .components
    guard tellsReasons || writesEntries else { return }
    var changes: [ReleaseHistories.Change] = []
    for name in order {
      guard let subject = subjects[name], writesEntries || subject.hasNewFiles,
        let change = try change(of: subject, in: workspace)
      else { continue }
      changes.append(change)
    }
    try entries.find(changes, in: workspace.repository)
  }

  /// `nil` if the files are those of the last release, or there is none.
  mutating func commitSummary(
    of subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> CommitSummary? {
    guard tellsReasons, subject.hasNewFiles, let change = try change(of: subject, in: workspace)
    else { return nil }
    return CommitSummary(try entries.commits(of: change, in: workspace.repository))
  }

  private func change(
    of subject: ReleaseSubject,
    in workspace: borrowing Workspace
  ) throws -> ReleaseHistories.Change? {
    guard let tree = subject.tree else { return nil }
    if let start = subject.baseline?.source {
      return ReleaseHistories.Change(of: subject.name, paths: [subject.path], after: start)
    }
    guard let release = subject.release else { return nil }
    let paths = try start.forms
      .paths(of: tree, at: subject.path, since: release, in: workspace.repository)
    return ReleaseHistories.Change(of: subject.name, paths: paths, since: release)
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
