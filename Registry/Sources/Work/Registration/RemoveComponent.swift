import Apps
import Base
import Git
package import Model
import Releases
import Reports
import Versions

/// Removes a component from the manifest; its folder and its recorded releases stay.
package struct RemoveComponent: WritingOperation {
  /// The component as it was typed.
  package var component: String
  package var context: WriteContext

  package init(_ component: String, context: WriteContext = WriteContext()) {
    self.component = component
    self.context = context
  }

  package var task: String { "registry remove \(component)" }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> RegistrationResult {
    let found: (name: ComponentName, component: Component)
    do {
      found = try workspace.committed(in: base.state) { try $0.component(named: component) }
    } catch let error as OperationError where error.code == .unknownComponent {
      guard let removed = try removed(base, in: workspace) else { throw error }
      return RegistrationResult(entries: [removed], plan: nil)
    }
    let (name, entry) = found
    try checkDependents(of: name, entry, base, in: workspace)
    try checkApps(of: name, base, in: workspace)
    let document = try base.state.document.removing(name)
    let log = workspace.logPath(of: name)
    let isReleased = base.state.logName(of: name) != nil
    return RegistrationResult(
      entries: [RegistrationResult.Entry(name: name, component: entry)],
      notes: (isReleased ? ["its releases stay recorded in '\(log)'"] : [])
        + document.manifest.groupNotes(on: [name], since: base.state.manifest),
      plan: WritePlan(
        .commit(
          files: try [base.file(workspace.manifestPath, document.text, in: workspace)]
            + ChangeNotes(in: base.tree, base.state.manifest, of: workspace).removing([name]),
          message: "Remove the component \(name)\n"
        ),
        reason: "registry: remove the component \(name)"
      )
    )
  }

  /// The component as the manifest had it before; `nil` if it never listed one of this name.
  private func removed(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> RegistrationResult.Entry? {
    guard let name = try? ComponentName(component) else { return nil }
    var graph = CommitGraph()
    let path = workspace.manifestPath
    let key = Array("\"\(name)\"".utf8)
    for id in try workspace.repository.commits(touching: path, from: base.tip, graph: &graph) {
      let tree = try workspace.repository.commit(id).tree
      guard let bytes = try workspace.content(of: path, in: tree), bytes.contains(key),
        let entry = try? workspace.state(at: id).manifest.components[name]
      else { continue }
      return RegistrationResult.Entry(name: name, component: entry)
    }
    return nil
  }

  private func checkDependents(
    of name: ComponentName,
    _ entry: Component,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws {
    let components = base.state.manifest.components
    let packages = try PackageGraph(
      of: components.values.map(\.path),
      from: .tree(base.tree),
      naming: base.state.manifest,
      in: workspace
    )
    let dependents = components.filter { other, component in
      guard other != name else { return false }
      return component.requires[name] != nil
        || packages.dependencies[component.path]?.contains(entry.path) == true
    }
    guard !dependents.isEmpty else { return }
    let names = dependents.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw OperationError(
      .componentInUse,
      "'\(name)' cannot be removed: \(names) \(dependents.count == 1 ? "depends" : "depend") on it",
      help: "remove the dependency from each 'Package.swift', and from \"requires\" in"
        + " '\(workspace.manifestPath)', or remove the dependents first"
    )
  }

  private func checkApps(
    of name: ComponentName,
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws {
    let resolved = try workspace.resolved(in: base.state)
    for (app, entry) in base.state.manifest.apps.sorted(by: { $0.key < $1.key }) {
      let isPinned = entry.pins[name] != nil
      guard isPinned || resolved.apps[app]?[name] != nil else { continue }
      throw OperationError(
        .componentInUse,
        "'\(name)' cannot be removed: '\(app)' \(isPinned ? "pins" : "is built from") a"
          + " release of it",
        help: isPinned
          ? "unpin it first: 'registry unpin \(name) --app \(app)'"
          : "'registry why \(name)' shows which pins require it"
      )
    }
  }
}
