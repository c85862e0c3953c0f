import RegistryModel
import Releases
import Versioning
package import Workspace

/// Computes the status of all components, with one read of the tip's trees, one of the working
/// files and one walk through history.
package struct Status: Sendable {
  let names: [String]
  /// What a walk through more commits than this finds out is kept for the next run.
  let longWalk: Int

  /// - Parameter names: Components in a person's spelling; none means all of them.
  package init(of names: [String] = [], longWalk: Int = 1_000) {
    self.names = names
    self.longWalk = longWalk
  }

  /// The components by name.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [ComponentStatus] {
    let committed = try workspace.committedState()
    guard let manifest = try workspace.workingManifest(besides: committed) ?? committed?.manifest
    else { throw .noManifest(workspace.manifestPath) }
    var selected = Set(manifest.components.keys)
    if !names.isEmpty {
      selected = []
      for name in names {
        selected.formUnion(try unifyingErrors { try manifest.components(matching: name) })
      }
    }
    var subjects: [StatusSubject] = []
    for name in selected.sorted() {
      guard let component = manifest.components[name] else { continue }
      subjects.append(
        try StatusSubject(name: name, component: component, committed: committed, in: workspace)
      )
    }
    let states = try states(of: subjects, in: workspace)
    let uncommitted = try uncommittedFiles(of: subjects, in: workspace)
    return zip(subjects, zip(states, uncommitted)).map { subject, found in
      ComponentStatus(
        name: subject.name,
        path: subject.component.path,
        layer: subject.component.layer,
        version: subject.component.version,
        latest: subject.digest?.latest,
        state: found.0,
        uncommittedFiles: found.1
      )
    }
  }
}
