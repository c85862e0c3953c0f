package import RegistryModel
package import Versioning

extension ReleaseLog {
  /// The current release of a component on a branch: the greatest in its log.
  ///
  /// The version in the manifest may be an older one, on a maintenance branch.
  package var currentRelease: Release? { releases.last }

  /// The releases that are not withdrawn, oldest first.
  package var availableReleases: [Release] {
    releases.filter { yank(of: $0.version) == nil }
  }

  /// The greatest release that is not withdrawn; a pre-release only if there is no other.
  package var latestRelease: Release? {
    let available = availableReleases
    return available.last { !$0.version.isPrerelease } ?? available.last
  }
}

extension SemanticVersion {
  /// Whether major and minor are the same.
  package func isOnLine(of other: SemanticVersion) -> Bool {
    major == other.major && minor == other.minor
  }

  /// The next version of its line, after all of the `taken` ones there: what a message advises must
  /// not exist.
  package func next(after taken: [SemanticVersion] = []) -> SemanticVersion {
    let last = max(self, taken.filter { $0.isOnLine(of: self) }.max() ?? self)
    return last.isPrerelease ? last.core : last.nextPatch
  }
}

/// The name of a release's tag.
package func releaseTag(_ component: ComponentName, _ version: SemanticVersion) -> String {
  "\(component)/\(version)"
}

extension Release {
  /// The name of its tag: the one that it was adopted from, or that of every release.
  package func tagName(of component: ComponentName) -> String {
    tag ?? releaseTag(component, version)
  }
}

extension ReleaseLog {
  /// The release that a version follows.
  package func release(before version: SemanticVersion) -> Release? {
    let versions = releases.lazy.map(\.version)
    return versions.predecessor(of: version).flatMap { self.release($0) }
  }
}
