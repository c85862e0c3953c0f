/// A version in the strict and canonical form of semver.org 2.0.0: one version has one spelling.
///
/// Equality, hashing and order go by precedence, which build metadata has no part in: `1.0.0+a`
/// and `1.0.0+b` are equal, and are the same release. Their spelling is told apart by
/// ``isSpelled(like:)`` only.
///
/// No number is greater than ``maximumNumber``, except in a bound behind such a version.
public struct SemanticVersion: Sendable {
  public let major: UInt64
  public let minor: UInt64
  public let patch: UInt64
  /// Empty for a release proper.
  public let prerelease: [PrereleaseIdentifier]
  /// Kept in the spelling, and nowhere else of consequence.
  public let buildMetadata: [String]

  /// The longest spelling that is read, in bytes.
  public static let maximumLength = 150

  public init(_ major: UInt64, _ minor: UInt64, _ patch: UInt64) {
    self.init(major, minor, patch, prerelease: [])
  }

  /// Takes what was checked already, of any length: bounds of sets may be longer than versions.
  init(
    _ major: UInt64,
    _ minor: UInt64,
    _ patch: UInt64,
    prerelease: [PrereleaseIdentifier],
    buildMetadata: [String] = []
  ) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
    (self.prerelease, self.buildMetadata) = (prerelease, buildMetadata)
  }

  public var isPrerelease: Bool { !prerelease.isEmpty }

  /// Major, minor and patch alone.
  public var core: SemanticVersion { SemanticVersion(major, minor, patch) }

  /// Without what has no part in precedence.
  public var withoutBuildMetadata: SemanticVersion {
    SemanticVersion(major, minor, patch, prerelease: prerelease)
  }
}

extension SemanticVersion: CustomStringConvertible {
  public var description: String {
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
