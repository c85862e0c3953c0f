package import Versions

/// Whom the releases of a component are for.
package enum ReleaseKind: String, CaseIterable, Hashable, Sendable {
  /// Everyone: releases have a published form, which can be archived, served and mirrored.
  case `public`
  /// The apps of the repository alone, which pin them.
  case `internal`
}

extension Manifest {
  /// Whom the next releases of a component are for.
  package func kind(of component: Component) -> ReleaseKind { component.release ?? release }

  /// The same by name; the default of the repository for a component that is not listed.
  package func kind(of name: ComponentName) -> ReleaseKind { components[name]?.release ?? release }
}
