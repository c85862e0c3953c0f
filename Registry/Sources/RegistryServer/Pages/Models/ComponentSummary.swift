import RegistryModel
import Versioning

/// What there is to say of a component's log in a line of a list.
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

  /// What the newest release requires of other components.
  var requires: [ComponentName: VersionRequirement] { latest?.requires ?? [:] }
}
