package import RegistryModel
package import Versioning

/// A release and the releases of all that it requires, directly or through others, as a client gets
/// them.
package struct ClientLayout: Hashable, Sendable {
  package let component: ComponentName
  package let scope: ScopeName
  /// One of each component, the built one's among them.
  package let releases: [ComponentName: Release]

  package init(
    of component: ComponentName,
    in scope: ScopeName,
    releases: [ComponentName: Release]
  ) {
    self.component = component
    self.scope = scope
    self.releases = releases
  }
}

extension ClientLayout {
  /// A release, recorded or about to be, with releases of what it requires.
  init(
    of component: ComponentName,
    _ release: Release,
    with choice: ReleasedDependencies.Choice,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    var releases = try ReleasedDependencies(
      component: component,
      requires: release.requires,
      state: state
    ).releases(choice, in: workspace)
    releases[component] = release
    self.init(of: component, in: state.manifest.scope, releases: releases)
  }
}
