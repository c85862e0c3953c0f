package import APICompatibility
package import Errors
package import Interfaces
package import RegistryModel
package import Versioning
import Workspace

/// A past release, and whether its version matches the changes of its public interface.
package struct AuditedRelease: Sendable {
  package enum Outcome: Sendable {
    case compared(InterfaceComparison)
    /// One of the two could not be built or read.
    case failed(OperationError)
  }

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
  package let outcome: Outcome

  package var difference: InterfaceDifference? {
    guard case .compared(.difference(let difference)) = outcome else { return nil }
    return difference
  }

  /// The lowest version that the changes allow.
  package var lowestAllowedVersion: SemanticVersion? {
    guard let previous, let difference else { return nil }
    return difference.level.lowestAllowedVersion(after: previous.version)
  }

  package var verdict: Verdict {
    switch outcome {
    case .failed: return .unknown
    case .compared(.noLibrary), .compared(.firstRelease): return .exempt
    case .compared(.difference(let difference)):
      guard let previous else { return .exempt }
      if difference.level.allows(release.version, after: previous.version) { return .valid }
      return release.interface?.accepted == nil ? .tooLow : .accepted
    }
  }
}
