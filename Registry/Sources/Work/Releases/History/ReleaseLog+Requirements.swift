import Model
import Versions

extension RequirementStyle {
  /// The requirement that a release records for a dependency at `version` if the manifest has none.
  func requirement(on version: SemanticVersion) -> VersionRequirement {
    switch self {
    case .compatible: .compatible(with: version)
    case .from: .from(version.withoutBuildMetadata)
    }
  }

  /// Whether a recorded requirement is to be replaced by that, although it admits `version`.
  func replaces(_ recorded: VersionRequirement, admitting version: SemanticVersion) -> Bool {
    self == .compatible && recorded.admitsIncompatible(version)
  }
}

extension VersionRequirement {
  /// All versions that are compatible with one.
  ///
  /// Below 1.0.0 a minor release may be incompatible, and `from` would admit it.
  static func compatible(with version: SemanticVersion) -> VersionRequirement {
    let version = version.withoutBuildMetadata
    return version.major == 0 ? .upToNextMinor(from: version) : .from(version)
  }

  /// Whether the requirement admits `version` although it may be incompatible with the lowest
  /// version that it names: below 1.0.0, a later minor version.
  func admitsIncompatible(_ version: SemanticVersion) -> Bool {
    guard contains(version), version.major == 0, let lowest = namedVersions.first else {
      return false
    }
    return lowest.major == 0 && lowest.minor < version.minor
  }

  /// The same requirement from a version on that it contains.
  func raised(to version: SemanticVersion) -> VersionRequirement {
    guard contains(version), let lowest = namedVersions.first, lowest < version else { return self }
    return switch self {
    case .exact: self
    case .from: .from(version)
    case .upToNextMinor: .upToNextMinor(from: version)
    case .range(_, let upper): .range(from: version, to: upper)
    case .closedRange(_, let upper): .closedRange(from: version, through: upper)
    }
  }
}
