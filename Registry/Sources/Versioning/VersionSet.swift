/// A set of versions, with exact union, intersection and complement.
///
/// Versions lie on two lines that are kept apart: releases proper and pre-releases. On the whole
/// order `1.0.0..<2.0.0` in SwiftPM's sense is no interval, since it leaves out the pre-releases
/// in its middle; as an interval on the first line and nothing on the second it is exact. Each
/// bound is moved to the first point of its own line, so equal sets have equal values, and a set
/// is empty only if no version is in it.
package struct VersionSet: Hashable, Sendable {
  let releaseIntervals: IntervalList
  let prereleaseIntervals: IntervalList

  package static let empty = VersionSet(releases: IntervalList(), prereleases: IntervalList())
  package static let all = empty.complement
  /// Every version that is no pre-release.
  package static let releases = VersionSet(
    releases: all.releaseIntervals,
    prereleases: IntervalList()
  )

  package init(_ version: SemanticVersion) {
    let interval = IntervalList.Interval(
      lower: version.withoutBuildMetadata,
      upper: version.isPrerelease ? version.nextPrerelease : version.nextPatch
    )
    self.init(
      releases: version.isPrerelease ? IntervalList() : IntervalList(interval),
      prereleases: version.isPrerelease ? IntervalList(interval) : IntervalList()
    )
  }

  /// Every version from `lower` on and before `upper`, pre-releases included.
  package init(from lower: SemanticVersion, upTo upper: SemanticVersion? = nil) {
    self.init(
      releases: IntervalList(.init(lower: lower.core, upper: upper?.core)),
      prereleases: IntervalList(
        .init(lower: lower.firstPrerelease, upper: upper?.firstPrerelease)
      )
    )
  }

  /// What a range means to SwiftPM, pre-releases admitted by its bounds alone.
  init(meaning range: VersionRange) {
    let upper = range.upper.isPrerelease ? range.upper : range.upper.lowestPrerelease
    self.init(
      releases: IntervalList(.init(lower: range.lower.core, upper: range.upper.core)),
      prereleases: range.namesPrerelease
        ? IntervalList(.init(lower: range.lower.firstPrerelease, upper: upper)) : IntervalList()
    )
  }

  init(releases: IntervalList, prereleases: IntervalList) {
    releaseIntervals = releases
    prereleaseIntervals = prereleases
  }

  package var isEmpty: Bool {
    releaseIntervals.intervals.isEmpty && prereleaseIntervals.intervals.isEmpty
  }

  package func contains(_ version: SemanticVersion) -> Bool {
    version.isPrerelease
      ? prereleaseIntervals.contains(version) : releaseIntervals.contains(version)
  }

  package func union(_ other: VersionSet) -> VersionSet {
    VersionSet(
      releases: releaseIntervals.union(other.releaseIntervals),
      prereleases: prereleaseIntervals.union(other.prereleaseIntervals)
    )
  }

  package func intersection(_ other: VersionSet) -> VersionSet {
    VersionSet(
      releases: releaseIntervals.intersection(other.releaseIntervals),
      prereleases: prereleaseIntervals.intersection(other.prereleaseIntervals)
    )
  }

  package func subtracting(_ other: VersionSet) -> VersionSet {
    intersection(other.complement)
  }

  package var complement: VersionSet {
    VersionSet(
      releases: releaseIntervals.complement(from: .lowestRelease),
      prereleases: prereleaseIntervals.complement(from: .lowestRelease.lowestPrerelease)
    )
  }

  package func isSubset(of other: VersionSet) -> Bool {
    intersection(other) == self
  }

  package func isDisjoint(with other: VersionSet) -> Bool {
    intersection(other).isEmpty
  }
}

extension SemanticVersion {
  fileprivate static let lowestRelease = SemanticVersion(0, 0, 0)

  /// The lowest pre-release of this core.
  fileprivate var lowestPrerelease: SemanticVersion {
    SemanticVersion(major, minor, patch, prerelease: [PrereleaseIdentifier(0)])
  }

  /// The first pre-release at or behind this version.
  fileprivate var firstPrerelease: SemanticVersion {
    isPrerelease ? withoutBuildMetadata : nextPatch.lowestPrerelease
  }

  /// The pre-release right behind this one: nothing lies between `beta` and `beta.0`.
  fileprivate var nextPrerelease: SemanticVersion {
    SemanticVersion(major, minor, patch, prerelease: prerelease + [PrereleaseIdentifier(0)])
  }
}
