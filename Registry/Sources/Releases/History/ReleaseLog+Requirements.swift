package import RegistryModel
import Versioning

extension ReleaseLog {
  /// The greatest release that is not withdrawn, which is the only kind that is chosen anew.
  package var greatestAvailable: Release? {
    releases.last { yank(of: $0.version) == nil }
  }
}

extension VersionRequirement {
  /// What a release records for a dependency at `version` where the manifest does not say.
  ///
  /// Below 1.0.0 a minor release may be incompatible, which `from` would let in.
  static func compatible(with version: SemanticVersion) -> VersionRequirement {
    let version = version.withoutBuildMetadata
    return version.major == 0 ? .upToNextMinor(from: version) : .from(version)
  }

  /// Whether the requirement lets `version` in although it may be incompatible with the lowest that
  /// it names: below 1.0.0, a later minor version.
  func admitsIncompatible(_ version: SemanticVersion) -> Bool {
    guard contains(version), version.major == 0, let lowest = namedVersions.first else {
      return false
    }
    return lowest.major == 0 && lowest.minor < version.minor
  }
}
