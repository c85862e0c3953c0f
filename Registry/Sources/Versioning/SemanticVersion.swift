/// A version in the strict and canonical form of semver.org 2.0.0: one version has one spelling.
///
/// Equality, hashing and order go by precedence, which build metadata has no part in: `1.0.0+a`
/// and `1.0.0+b` are equal, and are the same release. Their spelling is told apart by
/// ``isSpelled(like:)`` only.
///
/// The numbers may have any size. SwiftPM's end at `Int.max`; ``fitsSwiftPM`` tells.
package struct SemanticVersion: Sendable {
  package let major: VersionNumber
  package let minor: VersionNumber
  package let patch: VersionNumber
  /// Empty for a release proper.
  package let prerelease: [PrereleaseIdentifier]
  /// Kept in the spelling, and nowhere else of consequence.
  package let buildMetadata: [String]

  /// The longest spelling that is read, in bytes.
  package static let maximumLength = 150

  package init(_ major: VersionNumber, _ minor: VersionNumber, _ patch: VersionNumber) {
    self.init(major, minor, patch, prerelease: [])
  }

  /// Takes what was checked already, of any length: bounds of sets may be longer than versions.
  init(
    _ major: VersionNumber,
    _ minor: VersionNumber,
    _ patch: VersionNumber,
    prerelease: [PrereleaseIdentifier],
    buildMetadata: [String] = []
  ) {
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.buildMetadata = buildMetadata
  }

  package var isPrerelease: Bool {
    !prerelease.isEmpty
  }

  /// Major, minor and patch alone.
  package var core: SemanticVersion {
    SemanticVersion(major, minor, patch)
  }

  /// Without what has no part in precedence.
  package var withoutBuildMetadata: SemanticVersion {
    SemanticVersion(major, minor, patch, prerelease: prerelease)
  }

  /// Whether SwiftPM, which keeps the three numbers in an `Int`, can read the version; to it one
  /// that does not fit is as if it were not there.
  package var fitsSwiftPM: Bool {
    [major, minor, patch].allSatisfy { $0 <= VersionNumber(UInt64(Int64.max)) }
  }
}

extension SemanticVersion: CustomStringConvertible {
  package var description: String {
    var text = "\(major).\(minor).\(patch)"
    if !prerelease.isEmpty {
      text += "-" + prerelease.map(\.description).joined(separator: ".")
    }
    if !buildMetadata.isEmpty {
      text += "+" + buildMetadata.joined(separator: ".")
    }
    return text
  }
}
