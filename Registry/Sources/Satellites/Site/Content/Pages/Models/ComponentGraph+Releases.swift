package import Base
package import Model
package import Reports
package import Versions

extension ComponentGraph {
  /// By the newest releases.
  ///
  /// - Parameter hidden: Components to leave out, with the requirements on them.
  package init(_ manifest: Manifest, _ overview: RegistryOverview, hidden: Set<ComponentName> = [])
  {
    self.init(
      manifest,
      nodes: overview.components.map { component in
        Node(
          name: component.name,
          path: component.path,
          layer: component.layer,
          version: component.summary.latest?.version
        )
      },
      requirements: overview.components.flatMap { component in
        component.summary.requires.filter { !hidden.contains($0.key) }.map { required, version in
          Requirement(from: component.name, to: required, version: version)
        }
      }
    )
  }

  package var json: JSONValue {
    // From the top layer to the lowest one, and then those without a layer.
    let order: [LayerName?] = layers.map(\.self) + [nil]
    let sorted = order.flatMap { layer in nodes.filter { $0.layer == layer } }
    return .object([
      "components": .array(sorted.map(\.json)),
      "requirements": .array(edges.map(\.json)),
      "scope": .string(scope.text),
    ])
  }
}

extension ComponentGraph.Node {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["name": .string(name.text)]
    members["latest"] = version.map { .string($0.description) }
    members["layer"] = layer.map { .string($0.text) }
    return .object(members)
  }
}

extension ComponentGraph.Edge {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["from": .string(from.text), "to": .string(to.text)]
    members["requirement"] = requirement?.json
    members["violation"] = violation.map { .string($0) }
    if isImplied { members["implied"] = .bool(true) }
    return .object(members)
  }
}
