package import Versions

extension ReleaseLog {
  /// The current release of a component on a branch: the greatest one that is not withdrawn, or the
  /// greatest one if all are withdrawn.
  ///
  /// The next version follows ``greatestAvailable``, which is no withdrawn one.
  ///
  /// The version in the manifest may be an older one, on a maintenance branch.
  package var currentRelease: Release? { greatestAvailable ?? releases.last }

  /// The greatest release that is not withdrawn: only such a release is chosen for anything new.
  package var greatestAvailable: Release? {
    releases.last { yank(of: $0.version) == nil }
  }

  /// The greatest release that is not withdrawn, and the greater ones: the files of the branch that one
  /// of them has are not new.
  package var newestReleases: [Release] {
    guard let last = greatestAvailable else { return releases }
    return releases.filter { $0.version >= last.version }
  }

  /// The withdrawn releases after the greatest one that is not withdrawn.
  package var newestWithdrawn: [Release] {
    newestReleases.filter { yank(of: $0.version) != nil }
  }

  /// The version that the component goes on from instead of a release, if all those that are not
  /// withdrawn are lower.
  package func baseline(of component: Component) -> Baseline? {
    component.baseline.flatMap { baseline in
      greatestAvailable.map { $0.version < baseline.version } ?? true ? baseline : nil
    }
  }

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
  /// The last release before a version that is not withdrawn.
  ///
  /// - Parameter date: When the version was released; only earlier withdrawals count.
  package func availableRelease(
    before version: SemanticVersion,
    at date: RecordDate? = nil
  ) -> Release? {
    let limit = date?.secondsSince1970 ?? .max
    let available = releases.filter { release in
      yank(of: release.version).map { $0.date.secondsSince1970 > limit } ?? true
    }
    return available.lazy.map(\.version).predecessor(of: version).flatMap { release($0) }
  }

  /// The release that a version follows in its history: one that is not withdrawn, if there is one.
  package func release(before version: SemanticVersion) -> Release? {
    availableRelease(before: version)
      ?? releases.lazy.map(\.version).predecessor(of: version).flatMap { release($0) }
  }
}
