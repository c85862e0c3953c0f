package import Base
import Git
package import Model
package import Versions

/// Reads which component depends on which by path, as the working files have it, or the newest
/// commit where there are none.
package struct ReadGraph: Sendable {
  /// As they were typed; none means all components.
  private let names: [String]

  package init(of names: [String] = []) {
    self.names = names
  }

  package struct Result: Sendable {
    package let graph: ComponentGraph
    /// The components that were asked for; none where all are shown.
    package let asked: Set<ComponentName>
    /// Components whose dependencies cannot be read, and why, by name.
    package let unread: [(name: ComponentName, error: OperationError)]
  }

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      let manifest = try workspace.currentManifest()
      let asked = Set(try names.flatMap { try manifest.components(matching: $0) })
      let packages = try PackageGraph(
        of: manifest.components.values.map(\.path),
        from: workspace.packageSource(),
        naming: manifest,
        in: workspace
      )
      let owners = Dictionary(manifest.components.map { ($1.path, $0) }) { first, _ in first }
      var needed: [ComponentName: Set<ComponentName>] = [:]
      for (name, component) in manifest.components {
        let paths = packages.dependencies[component.path] ?? []
        needed[name] = Set(paths.compactMap { owners[$0] })
      }
      let leftOut = packages.leftOut(of: needed, manifest)
      let requirements = needed.flatMap { name, others in
        others.map { other in
          ComponentGraph.Requirement(
            from: name,
            to: other,
            isForTests: leftOut[name]?.contains(other) ?? false
          )
        }
      }
      let graph = ComponentGraph(
        manifest,
        nodes: manifest.components.map { name, component in
          ComponentGraph.Node(
            name: name,
            path: component.path,
            layer: component.layer,
            version: component.version,
            isPrivate: component.isPrivate,
            release: manifest.kind(of: component)
          )
        },
        requirements: requirements
      )
      return Result(
        graph: asked.isEmpty ? graph : graph.neighbourhood(of: asked),
        asked: asked,
        unread: manifest.components.sorted { $0.key < $1.key }.compactMap { name, component in
          packages.unread[component.path].map { (name, $0) }
        }
      )
    }
  }
}

extension Workspace {
  /// The working files, or the newest commit where there are none.
  func packageSource() throws -> PackageSource {
    let tree = try tip.map { try repository.commit($0).tree } ?? .emptyTree
    guard let root = repository.workingDirectory else { return .tree(tree) }
    return .workingFiles(root, over: tree)
  }
}
