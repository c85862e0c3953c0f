package import Apps
package import Base
package import Git
package import Model
package import Reports
package import Versions

/// The components of a registry at one commit, each with its newest release.
package struct RegistryOverview: Sendable {
  package let scope: ScopeName
  let commit: String
  /// The listed components, in the order of their names.
  package let components: [Component]

  /// A component that the manifest lists.
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
  /// The JSON form of the list of components.
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
    members["description"] = summary.description.map { .string($0) }
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

/// The facts about a component's releases that a list shows.
package struct ComponentSummary: Hashable, Sendable {
  /// The newest release that is not withdrawn.
  package let latest: Latest?
  /// The requirements of that release.
  package let requires: [ComponentName: VersionRequirement]
  /// The number of published releases, withdrawn ones included.
  package let releases: Int
  /// The number of withdrawn releases.
  package let withdrawn: Int
  /// A paragraph without markup about that release; `nil` if there is none.
  package let description: String?

  /// The newest release.
  package struct Latest: Hashable, Sendable {
    package let version: SemanticVersion
    package let date: RecordDate
  }

  /// Creates the summary of a component that was never released.
  package init() {
    (latest, requires, releases, withdrawn, description) = (nil, [:], 0, 0, nil)
  }

  package init(_ index: ReleaseIndex, description: String? = nil) {
    let latest = index.latest
    self.latest = latest.map { Latest(version: $0.version, date: $0.date) }
    requires = latest?.requires ?? [:]
    releases = index.releases.count
    withdrawn = index.releases.count { index.yank(of: $0) != nil }
    self.description = description
  }
}

extension ComponentSummary {
  /// Creates a summary with the description of the newest release.
  init(
    _ index: ReleaseIndex,
    of entry: RegistrySnapshot.Entry,
    from repository: borrowing Repository
  ) {
    // A README that cannot be read, as in a clone without all files, keeps no release from being listed.
    let description = index.latest.flatMap { latest in
      (try? ReleaseFacts.description(of: latest, entry, from: repository)) ?? nil
    }
    self.init(index, description: description)
  }
}

extension ComponentGraph {
  /// Builds the graph of the newest releases.
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

  /// The JSON form of the page of the graph.
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

/// The releases that each app of the repository is built from.
package struct AppReport: Sendable {
  let scope: ScopeName
  let apps: [AppPins]

  /// - Parameter hidden: Components to leave out.
  package init(scope: ScopeName, apps: [AppPins], hidden: Set<ComponentName>) {
    self.scope = scope
    self.apps = apps.map { pins in
      AppPins(
        app: pins.app,
        components: pins.components.filter { !hidden.contains($0.name) }
      )
    }
  }
}

extension AppReport {
  /// The JSON form, with the same keys as `registry pins --json`.
  package var json: JSONValue {
    let apps = JSONValue.array(
      apps.map { app in
        .object([
          "components": .array(app.components.map(Self.json)),
          "name": .string(app.app.text),
        ])
      }
    )
    return .object(["apps": apps])
  }

  private static func json(_ component: PinnedComponent) -> JSONValue {
    var members: [String: JSONValue] = [
      "behind": .integer(component.behind),
      "name": .string(component.name.text),
      "yanked": .bool(component.isYanked),
    ]
    members["latest"] = component.latest.map { .string($0.description) }
    members["pin"] = component.pin?.json
    members["release"] = component.release.map { .string($0.description) }
    return .object(members)
  }
}
