package import Model
package import Versions

/// The components of an app that have a newer release.
package struct AppMoves: Hashable, Sendable {
  package let app: AppName
  /// Those that are built from a release that is not the newest, by name.
  package let components: [OutdatedRelease]
  /// How many are built from a release.
  package let count: Int
}

/// A component that is built from another release than its newest.
package struct OutdatedRelease: Hashable, Sendable {
  package let name: ComponentName
  package let current: SemanticVersion
  /// What `registry resolve --update` would come to.
  package let fitting: SemanticVersion
  /// The highest that is not withdrawn; a pre-release only where there is nothing else.
  package let newest: SemanticVersion
  /// Why the newest does not fit; none where it does.
  package let holders: [Holder]

  /// What keeps a component from its newest release.
  package enum Holder: Hashable, Sendable {
    case pin(VersionRequirement)
    case release(ComponentName, SemanticVersion, VersionRequirement)
    /// It would fit alone, but what it requires does not go together with these pins.
    case pins([ComponentName])
  }
}
