package import Apps
package import Base
package import Git
package import Model
package import Versions

/// Tells which components each app is built from: those that it pins, those that a pinned release
/// requires, and those that its product reaches by path dependencies.
///
/// In the app's package, the targets of the product count. A component needs all that its package
/// depends on, as a release of it does.
package struct ReachedComponents: Sendable {
  /// `nil` where there is nothing to build: without a commit, or without working files.
  private let graph: PackageGraph?
  private let manifest: Manifest

  /// Reads the working tree, as the pins are read.
  package init(in workspace: borrowing Workspace) throws(OperationError) {
    manifest = try workspace.currentManifest()
    guard let tip = workspace.tip, let root = workspace.repository.workingDirectory else {
      graph = nil
      return
    }
    let tree = try unifyingErrors { try workspace.repository.commit(tip).tree }
    graph = try PackageGraph(
      of: manifest.apps.values.map(\.path),
      from: .workingFiles(root, over: tree),
      naming: manifest,
      in: workspace
    )
  }

  /// Reads a commit, and runs no manifest.
  private init(
    _ state: RegistryState,
    of tree: ObjectID,
    in workspace: borrowing Workspace
  ) throws(OperationError) {
    manifest = state.manifest
    graph = try PackageGraph(
      of: manifest.apps.values.map(\.path),
      from: .tree(tree),
      naming: manifest,
      by: .parsing,
      in: workspace
    )
  }

  /// The pins of all apps in a commit, of which no manifest is run.
  package static func pins(
    at commit: ObjectID,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [AppPins] {
    let state = try workspace.state(at: commit)
    let tree = try unifyingErrors { try workspace.repository.commit(commit).tree }
    let reached = try ReachedComponents(state, of: tree, in: workspace)
    return try PinStatus().run(at: state, in: workspace).map(reached.only)
  }

  /// The same pins without the components that the app does not use.
  ///
  /// All are kept where that is not known: of an app that is not a Swift package, and where a package
  /// on the way cannot be read.
  package func only(_ pins: AppPins) -> AppPins {
    guard let folders = folders(of: pins.app) else { return pins }
    return AppPins(
      app: pins.app,
      components: pins.components.filter { component in
        if component.pin != nil || component.release != nil { return true }
        return manifest.components[component.name].map { folders.contains($0.path) } ?? false
      }
    )
  }

  /// Whether an app reaches a component by path dependencies; `nil` if that is not known.
  package func reaches(_ component: ComponentName, from app: AppName) -> Bool? {
    guard let path = manifest.components[component]?.path else { return nil }
    return folders(of: app)?.contains(path)
  }

  /// The packages that an app is built from; `nil` if one on the way cannot be read.
  private func folders(of name: AppName) -> Set<TreePath>? {
    guard let graph, let app = manifest.apps[name] else { return nil }
    var seen: Set = [app.path]
    var open = [app.path]
    while let folder = open.popLast() {
      let product = folder == app.path ? app.product : nil
      let used =
        product.map { graph.dependencies(ofProduct: $0, in: folder) } ?? graph.dependencies[folder]
      guard let used else {
        // A folder without a package is not one that the app is built from.
        if folder != app.path, graph.unread[folder] == nil { continue }
        return nil
      }
      open += used.filter { seen.insert($0).inserted }
    }
    return seen
  }
}
