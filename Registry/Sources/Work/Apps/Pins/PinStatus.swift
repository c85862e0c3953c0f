package import Base
package import Model
package import Versions

/// The releases that an app is built from, and how far behind they are.
package struct AppPins: Hashable, Sendable {
  package let app: AppName
  /// The components of the manifest, in the order of their names.
  package let components: [PinnedComponent]

  package init(app: AppName, components: [PinnedComponent]) {
    self.app = app
    self.components = components
  }
}

/// The pin and the release of one component in an app.
package struct PinnedComponent: Hashable, Sendable {
  package let name: ComponentName
  /// The pin; `nil` for a component that is not pinned.
  package let pin: Pin?
  /// The release that it is built from; `nil` for the working tree.
  package let release: SemanticVersion?
  /// Whether that release was withdrawn.
  package let isYanked: Bool
  /// The highest release that is not withdrawn; a pre-release only if there is no other.
  package let latest: SemanticVersion?
  /// The number of higher stable releases that are not withdrawn.
  package let behind: Int
}

/// Reads the pins and releases of each app, from the manifest in the working tree.
package struct PinStatus: Sendable {
  /// As it was typed; `nil` for all.
  private let app: String?
  private let onlyPinned: Bool

  /// - Parameter onlyPinned: Whether apps without pins are left out.
  package init(of app: String? = nil, onlyPinned: Bool = false) {
    (self.app, self.onlyPinned) = (app, onlyPinned)
  }

  /// Returns the apps in the order of their names, as the manifest in the working tree lists them.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [AppPins] {
    let document = try workspace.currentDocument()
    var apps = document.manifest.apps.filter { !onlyPinned || !$1.pins.isEmpty }
    if let app {
      let found = try unifyingErrors { try document.manifest.app(named: app) }
      apps = [found.name: found.app]
    }
    return try pins(of: apps, document, in: workspace)
  }

  /// The releases that each app is built from in a commit.
  package func run(
    at state: RegistryState,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [AppPins] {
    try unifyingErrors {
      try state.manifest.apps.sorted { $0.key < $1.key }.map { name, app in
        try pins(of: app, name, state, releasedIn: state, in: workspace)
      }
    }
  }

  private func pins(
    of apps: [AppName: App],
    _ document: ManifestDocument,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [AppPins] {
    guard !apps.isEmpty, let state = try workspace.committedState() else { return [] }
    return try unifyingErrors {
      let current = state.replacing(document)
      return try apps.sorted { $0.key < $1.key }.map { name, app in
        try pins(of: app, name, current, releasedIn: state, in: workspace)
      }
    }
  }

  private func pins(
    of app: App,
    _ name: AppName,
    _ current: RegistryState,
    releasedIn state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> AppPins {
    let releases = try AppResolution(name: name, app: app, state: current)
      .releases(in: workspace)
    return AppPins(
      app: name,
      components: try current.manifest.components.keys.sorted().map { component in
        try pinned(component, app, releases[component], state, in: workspace)
      }
    )
  }

  private func pinned(
    _ name: ComponentName,
    _ app: App,
    _ release: Release?,
    _ state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> PinnedComponent {
    let log = try workspace.log(of: name, in: state)
    let proper = log.availableReleases.map(\.version).filter { !$0.isPrerelease }
    return PinnedComponent(
      name: name,
      pin: app.pins[name],
      release: release?.version,
      isYanked: release.map { log.yank(of: $0.version) != nil } ?? false,
      latest: log.latestRelease?.version,
      behind: release.map { release in proper.count { $0 > release.version } } ?? 0
    )
  }
}
