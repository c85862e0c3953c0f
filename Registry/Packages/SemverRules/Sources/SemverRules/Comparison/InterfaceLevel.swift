public import Versions

/// The effect of an interface change on clients, in ascending order.
public enum InterfaceLevel: String, CaseIterable, Codable, Hashable, Sendable {
  /// Clients compile as before, with a new warning at most.
  case unchanged
  /// There is more to use, and all that was there can be used as before.
  case additive
  /// Code that uses the package may no longer compile.
  case breaking
}

extension InterfaceLevel {
  /// The lowest version that may follow `last` with such a change.
  ///
  /// Before 1.0.0, a minor version may contain incompatible changes, and a patch may add to the
  /// interface. After a pre-release, the lowest version is the release that it precedes.
  public func lowestAllowedVersion(after last: SemanticVersion) -> SemanticVersion {
    if last.isPrerelease { return last.core }
    let isInitial = last.major == 0
    return switch self {
    case .breaking: isInitial ? last.nextMinor : last.nextMajor
    case .additive: isInitial ? last.nextPatch : last.nextMinor
    case .unchanged: last.nextPatch
    }
  }

  /// The same above all recorded versions that are in the way, as for a backport.
  public func lowestFreeVersion(
    after last: SemanticVersion,
    besides releases: [SemanticVersion]
  ) -> SemanticVersion {
    let least = lowestAllowedVersion(after: last)
    let later = releases.filter { $0 >= least && ($0.major == least.major || self == .breaking) }
    guard let greatest = later.max() else { return least }
    return max(least, lowestAllowedVersion(after: greatest))
  }

  /// Whether a release with such a change may have the version `version` after `last`.
  ///
  /// A pre-release is allowed if the release that it precedes is.
  public func allows(_ version: SemanticVersion, after last: SemanticVersion) -> Bool {
    last.isPrerelease || version.core >= lowestAllowedVersion(after: last)
  }
}

extension InterfaceLevel: Comparable {
  public static func < (left: InterfaceLevel, right: InterfaceLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .unchanged: 0
    case .additive: 1
    case .breaking: 2
    }
  }
}
