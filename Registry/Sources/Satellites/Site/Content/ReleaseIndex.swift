package import Model
package import Versions

/// The published releases of one component, newest first.
package struct ReleaseIndex: Sendable {
  package let releases: [Release]

  private let positions: [SemanticVersion: Int]
  private let yanks: [SemanticVersion: Yank]

  package init(_ log: ReleaseLog) {
    releases = log.releases.filter { !$0.isInternal }.reversed()
    let keys = releases.enumerated().map { ($1.version.releaseKey, $0) }
    positions = Dictionary(keys) { first, _ in first }
    let withdrawn = releases.compactMap { release in
      log.yank(of: release.version).map { (release.version.releaseKey, $0) }
    }
    yanks = Dictionary(withdrawn) { first, _ in first }
  }

  /// Ignores the case of letters, and build metadata.
  package func position(of version: SemanticVersion) -> Int? {
    positions[version.releaseKey]
  }

  /// Why and when that release was withdrawn, if it was.
  package func yank(of release: Release) -> Yank? {
    yanks[release.version.releaseKey]
  }

  /// When a release was made or, later, withdrawn.
  package func updated(_ release: Release) -> RecordDate {
    yank(of: release)?.date ?? release.date
  }

  /// The release to recommend: the newest that is not withdrawn, and a pre-release only if there is
  /// no other.
  package var latest: Release? {
    let standing = releases.filter { yank(of: $0) == nil }
    return standing.first { !$0.version.isPrerelease } ?? standing.first
  }
}
