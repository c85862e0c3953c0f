extension SemanticVersion: Comparable, Hashable {
  /// Precedence as semver.org, 11 defines it.
  public static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.major != right.major { return left.major < right.major }
    if left.minor != right.minor { return left.minor < right.minor }
    if left.patch != right.patch { return left.patch < right.patch }
    if left.isPrerelease != right.isPrerelease { return left.isPrerelease }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }

  public static func == (left: SemanticVersion, right: SemanticVersion) -> Bool {
    left.major == right.major && left.minor == right.minor && left.patch == right.patch
      && left.prerelease == right.prerelease
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
    hasher.combine(prerelease)
  }

  /// Whether both are written alike, build metadata included.
  public func isSpelled(like other: SemanticVersion) -> Bool {
    self == other && buildMetadata == other.buildMetadata
  }

  /// What a release is found by: two versions with one key cannot both be released.
  ///
  /// Lower case, because clients send the letters of a pre-release in any case, and without build
  /// metadata, because releases that differ only in that are the same release.
  public var releaseKey: SemanticVersion {
    SemanticVersion(major, minor, patch, prerelease: prerelease.map(\.lowercased))
  }
}

extension Sequence<SemanticVersion> {
  /// The version that precedes another one: the greatest lower one; for a stable version, the
  /// greatest stable one, if there is one.
  public func predecessor(of version: SemanticVersion) -> SemanticVersion? {
    let lower = filter { $0 < version }
    let proper = version.isPrerelease ? [] : lower.filter { !$0.isPrerelease }
    return proper.max() ?? lower.max()
  }
}
