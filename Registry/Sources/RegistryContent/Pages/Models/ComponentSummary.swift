package import RegistryModel
package import Versioning

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

    package init(version: SemanticVersion, date: RecordDate) {
      (self.version, self.date) = (version, date)
    }
  }

  package init(
    latest: Latest?,
    requires: [ComponentName: VersionRequirement],
    releases: Int,
    withdrawn: Int
  ) {
    (self.latest, self.requires) = (latest, requires)
    (self.releases, self.withdrawn) = (releases, withdrawn)
  }

  package init(_ index: ReleaseIndex) {
    let latest = index.latest
    self.init(
      latest: latest.map { Latest(version: $0.version, date: $0.date) },
      requires: latest?.requires ?? [:],
      releases: index.releases.count,
      withdrawn: index.releases.count { index.yank(of: $0) != nil }
    )
  }
}
