package import Base
import Model
package import Versions

/// How the version of a release was asked for.
package enum VersionChoice: Hashable, Sendable {
  case exactly(SemanticVersion)
  /// An increment of the component's current release; of 0.0.0 if it was never released.
  case step(VersionIncrement)
  /// The lowest version that the changes of the public interface allow.
  case lowestAllowed

  package enum Part: String, CaseIterable, Hashable, Sendable {
    case major
    case minor
    case patch
  }

  /// Reads the arguments of a command line.
  ///
  /// - Parameter prerelease: A label such as `beta`; alone, it requests the next pre-release.
  /// - Throws: For an invalid version, and for arguments that exclude each other.
  package init(
    version: String?,
    part: Part?,
    prerelease: String?
  ) throws(OperationError) {
    self = try unifyingErrors {
      let label = try prerelease.map { try PrereleaseLabel($0) }
      switch (version, part, label) {
      case (let version?, nil, nil): return .exactly(try SemanticVersion(version))
      case (nil, .major?, nil): return .step(.major)
      case (nil, .minor?, nil): return .step(.minor)
      case (nil, .patch?, nil): return .step(.patch)
      case (nil, .major?, let label?): return .step(.premajor(label))
      case (nil, .minor?, let label?): return .step(.preminor(label))
      case (nil, .patch?, let label?): return .step(.prepatch(label))
      case (nil, nil, nil): return .lowestAllowed
      case (nil, nil, let label?): return .step(.prerelease(label))
      default:
        throw OperationError(
          .noVersion,
          "expected either a version or one of '--major', '--minor', '--patch' and '--pre'",
          help: "name the version to release, such as '1.0.0'"
        )
      }
    }
  }
}
