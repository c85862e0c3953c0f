/// Versions from `lower` on and before `upper`, read as SwiftPM reads such a range: see
/// ``contains(_:)``.
public struct VersionRange: Hashable, Sendable {
  public let lower: SemanticVersion
  public let upper: SemanticVersion

  /// A range whose bounds are out of order contains nothing.
  public init(_ lower: SemanticVersion, _ upper: SemanticVersion) {
    self.lower = lower.withoutBuildMetadata
    self.upper = upper.withoutBuildMetadata
  }

  /// Whether `version` is between the bounds; a pre-release only where one of them names a
  /// pre-release, and one of the upper bound's own only where that one does (`2.0.0-beta` is not
  /// before `2.0.0` in the sense of who writes it).
  public func contains(_ version: SemanticVersion) -> Bool {
    if version.isPrerelease {
      guard namesPrerelease else { return false }
      guard upper.isPrerelease || version.core != upper else { return false }
    }
    return lower <= version && version < upper
  }

  /// Whether no version is in it: pre-releases of the upper bound are not, unless that is one too.
  public var isEmpty: Bool {
    lower.core >= upper.core && (!upper.isPrerelease || lower >= upper)
  }

  private var namesPrerelease: Bool {
    lower.isPrerelease || upper.isPrerelease
  }

  public func intersection(_ other: VersionRange) -> VersionRange {
    VersionRange(max(lower, other.lower), min(upper, other.upper))
  }
}
