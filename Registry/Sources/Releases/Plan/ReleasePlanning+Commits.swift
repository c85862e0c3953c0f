import Git
import GitValues
import PublishedForm
import RegistryModel
import Versioning
import Workspace

/// What the commits and the working files say, looked up once for all components.
extension ReleasePlanning {
  /// The commits of all changes, read in one walk.
  func commitSummaries(
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: CommitSummary] {
    var changes: [(name: ComponentName, change: ReleaseHistories.Change)] = []
    for name in order {
      guard let subject = subjects[name], subject.isChanged, let tree = subject.tree,
        let release = subject.release
      else { continue }
      let paths = try base.forms
        .paths(of: tree, at: subject.path, since: release, in: workspace.repository)
      changes.append((name, ReleaseHistories.Change(paths: paths, since: release)))
    }
    guard !changes.isEmpty else { return [:] }
    guard !workspace.repository.isShallow else { throw OperationError.shallow }
    var graph = CommitGraph()
    let histories = try ReleaseHistories(tip: base.tip)
      .histories(of: changes.map(\.change), graph: &graph, in: workspace.repository)
    var summaries: [ComponentName: CommitSummary] = [:]
    for (change, history) in zip(changes, histories) {
      var read: [Commit] = []
      for id in history.commits { read.append(try workspace.repository.commit(id)) }
      summaries[change.name] = CommitSummary(read)
    }
    return summaries
  }

  /// The commits of every component since its release, newest first, read in one walk.
  func commitsSinceReleases(
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: [ObjectID]] {
    var changes: [ReleaseHistories.Change] = []
    for name in order {
      guard let subject = subjects[name], let tree = subject.tree else {
        changes.append(ReleaseHistories.Change(paths: [], since: nil))
        continue
      }
      let paths = try subject.release.map { release in
        try base.forms.paths(of: tree, at: subject.path, since: release, in: workspace.repository)
      }
      changes.append(
        ReleaseHistories.Change(paths: paths ?? [subject.path], since: subject.release)
      )
    }
    var graph = CommitGraph()
    let histories = try ReleaseHistories(tip: base.tip)
      .histories(of: changes, graph: &graph, in: workspace.repository)
    return Dictionary(zip(order, histories.map(\.commits))) { first, _ in first }
  }

  /// What is not committed of all that may be released.
  func uncommittedChanges(in workspace: borrowing Workspace) throws -> UncommittedChanges {
    guard !workspace.repository.isBare else {
      return try UncommittedChanges(below: [], in: workspace.repository)
    }
    var reached = primary
    for name in order where !reached.isDisjoint(with: subjects[name]?.dependencies ?? []) {
      reached.insert(name)
    }
    let paths = order.compactMap { reached.contains($0) ? subjects[$0]?.path : nil }
    return try UncommittedChanges(below: paths, in: workspace.repository)
  }
}

extension OperationError {
  /// History is cut off.
  static let shallow = OperationError(
    .shallowClone,
    "the clone is shallow, so the changes since the last release are unknown",
    help: "fetch the whole history with 'git fetch --unshallow'"
  )

  /// Whether another component may still be released: the tools and the repository are as they
  /// should be.
  var isAboutOneComponent: Bool {
    let others: Set<Code> = [
      .inputOutput, .locked, .movedMeanwhile, .other, Code(rawValue: "no-digester"),
      Code(rawValue: "no-program"), Code(rawValue: "no-toolchain"), Code(rawValue: "tool-ended"),
    ]
    return !others.contains(code)
  }
}
