package import Errors
import Git
import GitValues
package import Layout
import RegistryModel
import Versioning
package import Workspace

/// Tells which components each app is built from: those that it pins, those that a pinned release
/// requires, and those that its package reaches by path dependencies in the working tree.
package struct ReachedComponents: Sendable {
  /// `nil` where there is nothing to build: without a commit, or without working files.
  private let graph: PackageGraph?
  private let manifest: Manifest

  package init(in workspace: borrowing Workspace) throws(OperationError) {
    let manifest = try workspace.currentManifest()
    self.manifest = manifest
    guard let tip = workspace.tip, let root = workspace.repository.workingDirectory else {
      graph = nil
      return
    }
    graph = try unifyingErrors {
      try PackageGraph(
        of: manifest.apps.values.map(\.path),
        from: .workingFiles(root, over: workspace.repository.commit(tip).tree),
        naming: manifest,
        in: workspace
      )
    }
  }

  /// The same pins without the components that the app does not use.
  ///
  /// All are kept where that is not known: of an app that is not a Swift package, and where a package
  /// on the way cannot be read.
  package func only(_ pins: AppPins) -> AppPins {
    guard let graph, let app = manifest.apps[pins.app],
      let folders = Self.folders(from: app.path, in: graph)
    else { return pins }
    return AppPins(
      app: pins.app,
      components: pins.components.filter { component in
        if component.pin != nil || component.release != nil { return true }
        return manifest.components[component.name].map { folders.contains($0.path) } ?? false
      }
    )
  }

  /// `nil` if a package on the way cannot be read.
  private static func folders(from start: TreePath, in graph: PackageGraph) -> Set<TreePath>? {
    var seen: Set = [start]
    var open = [start]
    while let folder = open.popLast() {
      guard let dependencies = graph.dependencies[folder] else {
        // A folder without a package is not one that the app is built from.
        if folder != start, graph.unread[folder] == nil { continue }
        return nil
      }
      open += dependencies.filter { seen.insert($0).inserted }
    }
    return seen
  }
}
