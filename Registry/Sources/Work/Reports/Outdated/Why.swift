import Apps
package import Base
package import Model
package import Versions

/// The reasons why an app is built from the release of a component that it is built from.
package struct Explanation: Hashable, Sendable {
  /// A component that requires the one that is asked about.
  package struct Requirer: Hashable, Sendable {
    package let name: ComponentName
    package let version: SemanticVersion
    package let requirement: VersionRequirement
    /// The shortest way from a pinned component to this one.
    package let chain: [Link]
  }

  /// A component on the way from a pin.
  package struct Link: Hashable, Sendable {
    package let name: ComponentName
    package let version: SemanticVersion
    /// The requirement of the app, for the first link, or of the link before it.
    package let requirement: VersionRequirement
  }

  package let app: AppName
  package let component: ComponentName
  /// The pin of the component itself; `nil` if it has none.
  package let pin: Pin?
  /// The version that the app is built from; `nil` for the working tree.
  package let release: SemanticVersion?
  /// The components that require it, in the order of their names.
  package let requirers: [Requirer]
  /// Whether the app uses it at all, by a pin, a release or a path dependency; `nil` if that is not
  /// known.
  package let isUsed: Bool?
}

/// Finds the components that require a component, and the pins that lead to it.
package struct Why: Sendable {
  /// As it was typed.
  private let component: String
  /// As it was typed; `nil` for all.
  private let app: String?

  package init(_ component: String, app: String? = nil) {
    self.component = component
    self.app = app
  }

  /// Returns an answer for each app, in the order of their names.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [Explanation] {
    try unifyingErrors {
      let name = try workspace.currentManifest().component(named: component).name
      let reached = try ReachedComponents(in: workspace)
      return try workspace.appResolutions(of: app).map { resolution in
        let releases = try resolution.releases(in: workspace)
        let graph = RequirementGraph(pins: resolution.app.pins, releases: releases)
        let isChosen = resolution.app.pins[name] != nil || releases[name] != nil
        return Explanation(
          app: resolution.name,
          component: name,
          pin: resolution.app.pins[name],
          release: releases[name]?.version,
          requirers: releases.sorted { $0.key < $1.key }.compactMap { other, release in
            release.requires[name].map { requirement in
              Explanation.Requirer(
                name: other,
                version: release.version,
                requirement: requirement,
                chain: graph.chain(to: other)
              )
            }
          },
          isUsed: isChosen ? true : reached.reaches(name, from: resolution.name)
        )
      }
    }
  }
}

/// The requirements through which pins lead to the releases of an app.
struct RequirementGraph {
  private let links: [ComponentName: (link: Explanation.Link, before: ComponentName?)]

  /// Goes from the pins to what they require, nearest first and by name.
  init(pins: [ComponentName: Pin], releases: [ComponentName: Release]) {
    var links: [ComponentName: (link: Explanation.Link, before: ComponentName?)] = [:]
    var open: [ComponentName] = []
    for (name, pin) in pins.sorted(by: { $0.key < $1.key }) {
      guard case .requirement(let requirement) = pin, let release = releases[name] else { continue }
      let link = Explanation.Link(name: name, version: release.version, requirement: requirement)
      links[name] = (link, nil)
      open.append(name)
    }
    var next = 0
    while next < open.count {
      let name = open[next]
      next += 1
      for (other, requirement) in (releases[name]?.requires ?? [:]).sorted(by: { $0.key < $1.key })
      where links[other] == nil {
        guard let release = releases[other] else { continue }
        let link = Explanation.Link(
          name: other,
          version: release.version,
          requirement: requirement
        )
        links[other] = (link, name)
        open.append(other)
      }
    }
    self.links = links
  }

  /// From the pinned component to this one.
  func chain(to name: ComponentName) -> [Explanation.Link] {
    var chain: [Explanation.Link] = []
    var current: ComponentName? = name
    while let name = current, let (link, before) = links[name] {
      chain.append(link)
      current = before
    }
    return chain.reversed()
  }
}
