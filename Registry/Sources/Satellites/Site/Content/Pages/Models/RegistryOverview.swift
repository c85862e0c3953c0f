package import Git
package import Base
package import Model
package import Versions

/// The components of a registry at one commit, each with its newest release.
package struct RegistryOverview: Sendable {
  package let scope: ScopeName
  let commit: String
  /// Sorted by name.
  package let components: [Component]

  package struct Component: Sendable {
    package let name: ComponentName
    package let path: TreePath
    package let layer: LayerName?
    package let summary: ComponentSummary
    /// The components whose newest releases require it.
    package let requiredBy: [ComponentName]
  }

  /// - Parameter summaries: Of all components with releases.
  package init(_ snapshot: RegistrySnapshot, _ summaries: [ComponentName: ComponentSummary]) {
    scope = snapshot.manifest.scope
    commit = snapshot.commit.hex
    var dependents: [ComponentName: [ComponentName]] = [:]
    for (name, summary) in summaries {
      for required in summary.requires.keys { dependents[required, default: []].append(name) }
    }
    components = snapshot.components.compactMap { entry in
      guard let component = entry.component else { return nil }
      return Component(
        name: entry.name,
        path: component.path,
        layer: component.layer,
        summary: summaries[entry.name] ?? ComponentSummary(),
        requiredBy: (dependents[entry.name] ?? []).sorted()
      )
    }
  }
}

extension RegistryOverview {
  package var json: JSONValue {
    .object([
      "commit": .string(commit),
      "components": .array(components.map { $0.json(in: scope) }),
      "scope": .string(scope.text),
    ])
  }
}

extension RegistryOverview.Component {
  fileprivate func json(in scope: ScopeName) -> JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(name.identity(in: scope)),
      "name": .string(name.text),
      "path": .string(path.description),
      "releases": .integer(summary.releases),
      "requiredBy": .array(requiredBy.map { .string($0.text) }),
      "withdrawn": .integer(summary.withdrawn),
    ]
    members["layer"] = layer.map { .string($0.text) }
    members["latest"] = summary.latest.map { release in
      .object([
        "date": .string(release.date.description),
        "version": .string(release.version.description),
      ])
    }
    return .object(members)
  }
}
