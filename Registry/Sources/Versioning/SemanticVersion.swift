/// A version in the strict and canonical form of semver.org 2.0.0: one version has one spelling.
///
/// Equality, hashing and order go by precedence, which build metadata has no part in: `1.0.0+a`
/// and `1.0.0+b` are equal, and are the same release. Their spelling is told apart by
/// ``isSpelled(like:)`` only.
///
/// The numbers may have any size. SwiftPM's end at `Int.max`; ``fitsSwiftPM`` tells.
package struct SemanticVersion: Sendable {
  /// Zeros where ``rest`` has the numbers.
  let small: (major: UInt64, minor: UInt64, patch: UInt64)
  /// What few versions have; to copy and to compare the others costs next to nothing.
  let rest: Rest?

  final class Rest: Sendable {
    /// Where one of them is greater than any `UInt64`.
    let numbers: (major: VersionNumber, minor: VersionNumber, patch: VersionNumber)?
    let prerelease: [PrereleaseIdentifier]
    let buildMetadata: [String]

    init(
      numbers: (VersionNumber, VersionNumber, VersionNumber)?,
      prerelease: [PrereleaseIdentifier],
      buildMetadata: [String]
    ) {
      self.numbers = numbers
      self.prerelease = prerelease
      self.buildMetadata = buildMetadata
    }
  }

  package var major: VersionNumber { rest?.numbers?.major ?? VersionNumber(small.major) }
  package var minor: VersionNumber { rest?.numbers?.minor ?? VersionNumber(small.minor) }
  package var patch: VersionNumber { rest?.numbers?.patch ?? VersionNumber(small.patch) }

  /// Empty for a release proper.
  package var prerelease: [PrereleaseIdentifier] { rest?.prerelease ?? [] }

  /// Kept in the spelling, and nowhere else of consequence.
  package var buildMetadata: [String] { rest?.buildMetadata ?? [] }

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
    var numbers: (VersionNumber, VersionNumber, VersionNumber)?
    if let major = major.small, let minor = minor.small, let patch = patch.small {
      small = (major, minor, patch)
    } else {
      small = (0, 0, 0)
      numbers = (major, minor, patch)
    }
    let isPlain = numbers == nil && prerelease.isEmpty && buildMetadata.isEmpty
    rest =
      isPlain ? nil : Rest(numbers: numbers, prerelease: prerelease, buildMetadata: buildMetadata)
  }

  init(small: (UInt64, UInt64, UInt64)) {
    self.small = small
    rest = nil
  }

  package var isPrerelease: Bool {
    rest.map { !$0.prerelease.isEmpty } ?? false
  }

  /// Major, minor and patch alone.
  package var core: SemanticVersion {
    rest == nil ? self : SemanticVersion(major, minor, patch)
  }

  /// Without what has no part in precedence.
  package var withoutBuildMetadata: SemanticVersion {
    rest == nil ? self : SemanticVersion(major, minor, patch, prerelease: prerelease)
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
