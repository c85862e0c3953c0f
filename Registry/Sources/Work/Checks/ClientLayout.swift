package import Model
package import Versions

/// A release with releases of all that it requires, directly or indirectly, as a client gets them.
package struct ClientLayout: Hashable, Sendable {
  package let component: ComponentName
  package let release: Release
  package let scope: ScopeName
  /// One release of each other component.
  package let dependencies: [ComponentName: Release]
  /// What it is built for; none for what its `Package.swift` says.
  package let platforms: [BuildPlatform]
}

extension ClientLayout {
  /// A release, recorded or about to be, with releases of what it requires.
  package init(
    of component: ComponentName,
    _ release: Release,
    with choice: ReleasedDependencies.Choice,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws {
    self.component = component
    self.release = release
    scope = state.manifest.scope
    platforms = state.manifest.platforms(of: component)
    dependencies = try ReleasedDependencies(
      component: component,
      requires: release.requires,
      state: state
    ).releases(choice, in: workspace)
  }
}
