package import Base
import Git
package import Model
import Releases
import Versions

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
    let files = workspace.fileStatuses(below: paths)
    defer { files.wait() }
    let groups = ComponentGroups(manifest)
    let states = try states(of: subjects, committed: committed, in: workspace)
    let statuses = try unifyingErrors { try files.value() }
    let uncommitted = paths.isEmpty ? subjects.map { _ in 0 } : statuses.map(\.count)
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
        uncommittedFiles: found.1
      )
    }
  }
}
