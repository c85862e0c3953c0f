import RegistryModel
import Versioning

/// The facts about a component's releases that a list shows.
struct ComponentSummary: Sendable {
  /// The newest release that is not withdrawn.
  let latest: Release?
  let releases: Int
  let withdrawn: Int

  init(_ index: ReleaseIndex) {
    latest = index.latest
    releases = index.releases.count
    withdrawn = index.releases.count { index.yank(of: $0) != nil }
  }

  /// The requirements of the newest release.
  var requires: [ComponentName: VersionRequirement] { latest?.requires ?? [:] }
}
