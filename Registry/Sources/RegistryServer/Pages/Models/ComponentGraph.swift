import RegistryModel
import Versioning

/// The requirements between components by their newest releases, and whether the layers allow them.
struct ComponentGraph: Sendable {
  let scope: ScopeName
  /// From the top to the layers without dependencies.
  let bands: [Band]
  /// By the names of both ends.
  let edges: [Edge]

  struct Band: Sendable {
    /// `nil` for components without a layer.
    let layer: LayerName?
    let components: [Node]
  }

  struct Node: Sendable {
    let name: ComponentName
    let latest: SemanticVersion?
  }

  struct Edge: Hashable, Sendable {
    let from: ComponentName
    let to: ComponentName
    let requirement: VersionRequirement
    /// Why the layers forbid it; `nil` if they allow it.
    let violation: String?
  }

  /// - Parameter hidden: Components to leave out, with the requirements on them.
  init(_ manifest: Manifest, _ overview: RegistryOverview, hidden: Set<ComponentName> = []) {
    scope = manifest.scope
    let byLayer = Dictionary(grouping: overview.components, by: \.layer)
    let order = Self.order(of: manifest.layers) + [nil]
    bands = order.compactMap { layer in
      guard let components = byLayer[layer], !components.isEmpty else { return nil }
      return Band(
        layer: layer,
        components: components.map { Node(name: $0.name, latest: $0.summary.latest?.version) }
      )
    }
    let layers = manifest.components.mapValues(\.layer)
    edges = overview.components.flatMap { component in
      component.summary.requires.filter { !hidden.contains($0.key) }
        .sorted { $0.key < $1.key }.map { required, requirement in
          Edge(
            from: component.name,
            to: required,
            requirement: requirement,
            violation: Self.violation(
              from: component.layer,
              to: layers[required] ?? nil,
              in: manifest.layers
            )
          )
        }
    }
  }

  private static func violation(
    from user: LayerName?,
    to used: LayerName?,
    in layers: [LayerName: Layer]
  ) -> String? {
    guard let user, let used, let layer = layers[user], !layer.mayUse.contains(used) else {
      return nil
    }
    return "'\(user)' may not use '\(used)'"
  }

  /// The layers that use others come before those.
  private static func order(of layers: [LayerName: Layer]) -> [LayerName?] {
    var heights: [LayerName: Int] = [:]
    func height(_ name: LayerName) -> Int {
      if let known = heights[name] { return known }
      // The manifest has no cycles of layers, except that a layer may use itself.
      let below = (layers[name]?.mayUse ?? []).filter { $0 != name }
      let height = (below.map(height).max() ?? -1) + 1
      heights[name] = height
      return height
    }
    return layers.keys.sorted { (-height($0), $0) < (-height($1), $1) }
  }
}

extension ComponentGraph {
  var json: JSONValue {
    .object([
      "components": .array(
        bands.flatMap { band in band.components.map { $0.json(in: band.layer) } }
      ),
      "requirements": .array(edges.map(\.json)),
      "scope": .string(scope.text),
    ])
  }
}

extension ComponentGraph.Node {
  fileprivate func json(in layer: LayerName?) -> JSONValue {
    var members: [String: JSONValue] = ["name": .string(name.text)]
    members["latest"] = latest.map { .string($0.description) }
    members["layer"] = layer.map { .string($0.text) }
    return .object(members)
  }
}

extension ComponentGraph.Edge {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "from": .string(from.text),
      "requirement": requirement.json,
      "to": .string(to.text),
    ]
    members["violation"] = violation.map { .string($0) }
    return .object(members)
  }
}
