package import Model
package import Versions

/// The facts about a component's releases that a list shows.
package struct ComponentSummary: Hashable, Sendable {
  /// The newest release that is not withdrawn.
  package let latest: Latest?
  /// The requirements of that release.
  package let requires: [ComponentName: VersionRequirement]
  package let releases: Int
  package let withdrawn: Int

  package struct Latest: Hashable, Sendable {
    package let version: SemanticVersion
    package let date: RecordDate
  }

  /// Of a component that was never released.
  package init() {
    (latest, requires, releases, withdrawn) = (nil, [:], 0, 0)
  }

  package init(_ index: ReleaseIndex) {
    let latest = index.latest
    self.latest = latest.map { Latest(version: $0.version, date: $0.date) }
    requires = latest?.requires ?? [:]
    releases = index.releases.count
    withdrawn = index.releases.count { index.yank(of: $0) != nil }
  }
}
