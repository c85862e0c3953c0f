package import Base
package import Checks
package import Model
package import SemverRules
package import Versions

/// A past release, and whether its version matches the changes of its public interface.
package struct AuditedRelease: Sendable {
  package enum Verdict: String, Sendable {
    case valid
    /// It broke what it promised to keep, and its record says why.
    case accepted
    case tooLow = "too-low"
    /// There is nothing to hold it against, or nothing to compare.
    case exempt
    case unknown
  }

  package let component: ComponentName
  package let release: Release
  /// The release that it follows.
  package let previous: Release?
  package let isYanked: Bool
  /// An error if one of the two could not be built or read.
  package let outcome: Result<InterfaceComparison, OperationError>

  package var difference: InterfaceDifference? {
    guard case .success(.difference(let difference)) = outcome else { return nil }
    return difference
  }

  /// The lowest version that the changes allow.
  package var lowestAllowedVersion: SemanticVersion? {
    guard let previous, let difference else { return nil }
    return difference.level.lowestAllowedVersion(after: previous.version)
  }

  package var verdict: Verdict {
    switch outcome {
    case .failure: return .unknown
    case .success(.noLibrary), .success(.firstRelease): return .exempt
    case .success(.difference(let difference)):
      guard let previous else { return .exempt }
      if difference.level.allows(release.version, after: previous.version) { return .valid }
      return release.interface?.accepted == nil ? .tooLow : .accepted
    }
  }
}
