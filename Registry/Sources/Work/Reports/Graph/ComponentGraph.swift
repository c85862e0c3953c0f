package import Base
package import Git
package import Model
package import Versions

/// The requirements between components, with those that the layers forbid and those that follow
/// from others.
package struct ComponentGraph: Sendable {
  package let scope: ScopeName
  /// The components in the order of their names.
  package let nodes: [Node]
  /// The requirements in the order of the names of both ends.
  package let edges: [Edge]
  /// The layers, from the top to those without dependencies.
  package let layers: [LayerName]

  /// A component of the graph.
  package struct Node: Hashable, Sendable {
    package let name: ComponentName
    package let path: TreePath
    package let layer: LayerName?
    /// The version of its newest release; `nil` if it was never released.
    package let version: SemanticVersion?
    /// Whether it is never released.
    package let isPrivate: Bool
    /// The users that its releases are for.
    package let release: ReleaseKind

    package init(
      name: ComponentName,
      path: TreePath,
      layer: LayerName?,
      version: SemanticVersion?,
      isPrivate: Bool = false,
      release: ReleaseKind = .public
    ) {
      (self.isPrivate, self.release) = (isPrivate, release)
      (self.name, self.path, self.layer, self.version) = (name, path, layer, version)
    }
  }

  /// A requirement as it is known, before it is compared with the others.
  package struct Requirement: Sendable {
    /// The component that requires the other.
    package let from: ComponentName
    /// The component that is required.
    package let to: ComponentName
    /// The required versions; `nil` where none are required, as by a path.
    package let version: VersionRequirement?
    /// Whether only tests need it, and it needs the tested component in turn, so that no release
    /// requires it.
    let isForTests: Bool

    package init(
      from: ComponentName,
      to: ComponentName,
      version: VersionRequirement? = nil,
      isForTests: Bool = false
    ) {
      (self.from, self.to, self.version) = (from, to, version)
      self.isForTests = isForTests
    }
  }

  /// The requirement of one component on another.
  package struct Edge: Hashable, Sendable {
    /// The component that requires the other.
    package let from: ComponentName
    /// The component that is required.
    package let to: ComponentName
    /// The required versions; `nil` where none are required, as by a path.
    package let requirement: VersionRequirement?
    /// Whether only tests need it, and no release requires it.
    package let isForTests: Bool
    /// The reason why it is forbidden; `nil` if it is allowed.
    package let violation: String?
    /// Whether it follows from other requirements; never for what is forbidden.
    package let isImplied: Bool
  }

  private let manifest: Manifest

  /// Builds the graph of a manifest's components.
  ///
  /// - Parameters:
  ///   - nodes: The components, in any order.
  ///   - requirements: The requirements between them, of which several may have the same ends.
  package init(_ manifest: Manifest, nodes: [Node], requirements: [Requirement]) {
    self.manifest = manifest
    scope = manifest.scope
    self.nodes = nodes.sorted { $0.name < $1.name }
    layers = Self.order(of: manifest.layers)
    let requirements = requirements.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    let indices = Dictionary(
      self.nodes.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let ends = requirements.map { requirement -> (from: Int, to: Int)? in
      guard let from = indices[requirement.from], let to = indices[requirement.to] else {
        return nil
      }
      return (from, to)
    }
    let forbidden = requirements.map { Self.violation(of: $0, in: manifest) }
    // A cycle that a forbidden requirement closes is that one's fault.
    let allowed = zip(requirements, zip(ends, forbidden)).compactMap { requirement, found in
      found.1 == nil && !requirement.isForTests ? found.0 : nil
    }
    let order = GraphOrder(count: self.nodes.count, edges: allowed)
    edges = zip(requirements, zip(ends, forbidden)).map { requirement, found in
      let (ends, reason) = found
      let isReleased = !requirement.isForTests
      let isCycle = isReleased && ends.map { order.isCycle($0.from, $0.to) } ?? false
      let violation = reason ?? (isCycle ? "part of a dependency cycle" : nil)
      return Edge(
        from: requirement.from,
        to: requirement.to,
        requirement: requirement.version,
        isForTests: requirement.isForTests,
        violation: violation,
        isImplied: isReleased && violation == nil
          && (ends.map { order.isImplied($0.from, $0.to) } ?? false)
      )
    }
  }

  /// The graph of these components and of those that they require or that require them.
  package func neighbourhood(of names: Set<ComponentName>) -> ComponentGraph {
    var shown = names
    for edge in edges {
      if names.contains(edge.from) { shown.insert(edge.to) }
      if names.contains(edge.to) { shown.insert(edge.from) }
    }
    return ComponentGraph(
      manifest,
      nodes: nodes.filter { shown.contains($0.name) },
      requirements: edges.filter { shown.contains($0.from) && shown.contains($0.to) }.map {
        Requirement(
          from: $0.from,
          to: $0.to,
          version: $0.requirement,
          isForTests: $0.isForTests
        )
      }
    )
  }

  private static func violation(of requirement: Requirement, in manifest: Manifest) -> String? {
    guard let user = manifest.components[requirement.from]?.layer,
      let used = manifest.components[requirement.to]?.layer,
      let layer = manifest.layers[user], !layer.mayUse.contains(used)
    else { return nil }
    return "'\(user)' may not use '\(used)'"
  }

  /// The layers that use others come before those.
  private static func order(of layers: [LayerName: Layer]) -> [LayerName] {
    var heights: [LayerName: Int] = [:]
    func height(_ name: LayerName) -> Int {
      if let known = heights[name] { return known }
      // Layers form no circle, which the manifest's own check sees to, but for one that uses itself.
      let below = (layers[name]?.mayUse ?? []).filter { $0 != name }
      let height = (below.map(height).max() ?? -1) + 1
      heights[name] = height
      return height
    }
    return layers.keys.sorted { (-height($0), $0) < (-height($1), $1) }
  }
}

/// Reads which component depends on which by path, as the working files have it, or the newest
/// commit where there are none.
package struct ReadGraph: Sendable {
  /// As they were typed; none means all components.
  private let names: [String]

  package init(of names: [String] = []) {
    self.names = names
  }

  /// The graph, with the components that were asked for.
  package struct Result: Sendable {
    package let graph: ComponentGraph
    /// The components that were asked for; none where all are shown.
    package let asked: Set<ComponentName>
    /// Components whose dependencies cannot be read, and why, by name.
    package let unread: [(name: ComponentName, error: OperationError)]
  }

  /// Reads the manifests of all packages that the components may depend on.
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
