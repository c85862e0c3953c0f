package import Model
package import Versions

/// The changes between two releases of a component.
package struct ReleaseComparison: Sendable {
  let from: SemanticVersion
  let to: SemanticVersion
  /// The releases after `from` up to `to`, newest first, including withdrawn ones.
  let releases: [ComponentHistory.Item]
  /// By name.
  let requirements: [RequirementChange]
  /// The records of both, the older one first.
  package let records: (old: Release, new: Release)
  /// `nil` until it was looked for.
  package var changes: ReleaseChanges?

  struct RequirementChange: Hashable, Sendable {
    let component: ComponentName
    let old: VersionRequirement?
    let new: VersionRequirement?
  }

  /// The older of the two comes first; `nil` if one of them is not a release.
  package init?(_ left: SemanticVersion, _ right: SemanticVersion, in history: ComponentHistory) {
    guard let older = history.item(min(left, right)), let newer = history.item(max(left, right))
    else { return nil }
    from = older.release.version
    to = newer.release.version
    releases = history.releases.filter { item in
      item.release.version > older.release.version && item.release.version <= newer.release.version
    }
    records = (older.release, newer.release)
    let (old, new) = (older.release.requires, newer.release.requires)
    requirements = Set(old.keys).union(new.keys).sorted().compactMap { name in
      guard old[name] != new[name] else { return nil }
      return RequirementChange(component: name, old: old[name], new: new[name])
    }
  }
}
