package import Base
import Content
package import Git
package import Model
import Releases
package import Versions

/// Computes the status of all components, with one read of the tip's trees, one of the working
/// files and one walk through history.
package struct Status: Sendable {
  let names: [String]

  /// A component that is asked about.
  struct Subject {
    let name: ComponentName
    let component: Component
    /// `nil` if the branch has no registry yet.
    let log: ReleaseLog?

    var path: TreePath { component.path }
    var baseline: Baseline? {
      guard let log else { return component.baseline }
      return log.baseline(of: component)
    }
  }

  /// - Parameter names: Components in a person's spelling; none means all of them.
  package init(of names: [String] = []) {
    self.names = names
  }

  /// The components by name.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [ComponentStatus] {
    let committed = try workspace.committedState()
    guard let manifest = try workspace.workingManifest() ?? committed?.manifest
    else { throw .noManifest(workspace.manifestPath) }
    let components = try manifest.selected(names)
    let logs = try committed.map { state throws(OperationError) in
      try workspace.logs(of: components.map(\.name), in: state)
    }
    let subjects = components.enumerated().map { index, entry in
      Subject(name: entry.name, component: entry.1, log: logs?[index])
    }
    let paths = workspace.repository.isBare ? [] : subjects.map(\.path)
    // History is read from objects, beside the files.
    let trees = ComponentTrees(manifest, at: workspace.manifestPath)
    let files = workspace.fileStatuses(below: paths, of: trees)
    defer { files.wait() }
    let groups = ComponentGroups(manifest)
    let states = try states(of: subjects, trees, committed: committed, in: workspace)
    let statuses = try unifyingErrors { try files.value() }
    let uncommitted = paths.isEmpty ? subjects.map { _ in 0 } : statuses.map(\.count)
    let notes = try changeNotes(committed?.manifest ?? manifest, in: workspace)
    return zip(subjects, zip(states, uncommitted)).map { subject, found in
      ComponentStatus(
        name: subject.name,
        path: subject.path,
        layer: subject.component.layer,
        group: groups.group(of: subject.name)?.name,
        release: manifest.kind(of: subject.component),
        version: subject.component.version,
        latest: subject.log?.latestRelease?.version,
        baseline: subject.baseline?.version,
        state: found.0,
        uncommittedFiles: found.1,
        changeNotes: notes.count { $0.isFor(subject.name) }
      )
    }
  }

  /// The change notes of the newest commit that can be read: the others are no matter of one component.
  private func changeNotes(
    _ manifest: Manifest,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [ChangeNote] {
    guard let tip = workspace.tip else { return [] }
    return try unifyingErrors {
      try ChangeNotes.files(in: workspace.repository.commit(tip).tree, manifest, of: workspace)
        .compactMap { try? $0.note.get() }
    }
  }
}

extension Status {
  /// How what is committed compares with each subject's release.
  func states(
    of subjects: [Subject],
    _ trees: ComponentTrees,
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
        guard let tree = try trees.tree(at: subject.path, in: root, of: workspace.repository) else {
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
          let old = try trees.tree(at: subject.path, in: root, of: workspace.repository)
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
      let counts = try counts(of: changed.map(\.change), trees, to: tip, in: workspace)
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
    _ trees: ComponentTrees,
    to tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [Int] {
    var graph = CommitGraph()
    let histories = ReleaseHistories(tip: tip, manifest: workspace.manifestPath, of: trees)
    return try histories.histories(of: changes, graph: &graph, in: workspace.repository)
      .map(\.count)
  }
}

/// The status of one component: its last release, its commits since, and its uncommitted files.
package struct ComponentStatus: Hashable, Sendable {
  /// How what is committed compares with the greatest release of the branch, or else with the baseline.
  package enum State: Hashable, Sendable {
    case neverReleased
    /// It is never released.
    case isPrivate
    case unchanged
    /// How many commits it took; `nil` if history does not tell, as in a shallow clone or
    /// after a rebase.
    case changed(commits: Int?)
    /// Nothing is committed at the component's path.
    case missing
  }

  package let name: ComponentName
  package let path: TreePath
  package let layer: LayerName?
  /// The group whose versions it shares.
  package var group: GroupName?
  /// Whom its releases are for.
  package var release = ReleaseKind.public
  /// The version in the manifest: its greatest release that is not withdrawn, or its last one.
  package let version: SemanticVersion?
  /// The highest release that is not withdrawn; a pre-release only where there is nothing else.
  package let latest: SemanticVersion?
  /// The baseline of a component that was never released.
  package let baseline: SemanticVersion?
  package let state: State
  /// Files that differ from what is committed, new ones included and ignored ones not.
  package let uncommittedFiles: Int
  /// The change notes for its next release.
  package var changeNotes = 0
}

extension Manifest {
  /// Components by name.
  ///
  /// - Parameter texts: Components and groups in a person's spelling; none means all of them.
  func selected(_ texts: [String]) throws(OperationError) -> [(name: ComponentName, Component)] {
    let names = try unifyingErrors { Set(try texts.flatMap { try components(matching: $0) }) }
    return components.filter { texts.isEmpty || names.contains($0.key) }
      .sorted { $0.key < $1.key }.map { ($0, $1) }
  }
}
