package import RegistryModel
import Versioning

extension ReleaseLog {
  /// The greatest release that is not withdrawn: only such a release is chosen for anything new.
  package var greatestAvailable: Release? {
    releases.last { yank(of: $0.version) == nil }
  }
}

extension VersionRequirement {
  /// The requirement that a release records for a dependency at `version` if the manifest has none.
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
}
