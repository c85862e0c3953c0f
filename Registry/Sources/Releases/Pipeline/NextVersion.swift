import APICompatibility
import Errors
import Versioning

/// The version that a plan gives to the next release of a component.
struct NextVersion {
  /// The greatest release.
  private let last: SemanticVersion
  /// The release that the next one must be compatible with, if there is one.
  private let promise: SemanticVersion?

  init(after last: SemanticVersion, promise: SemanticVersion?) {
    (self.last, self.promise) = (last, promise)
  }

  /// A pre-release is followed by another one: only a person decides that it is stable.
  func version(_ level: InterfaceLevel) throws(OperationError) -> SemanticVersion {
    guard last.isPrerelease else { return level.lowestAllowedVersion(after: last) }
    let label = try last.prereleaseLabel
    let next = try last.incremented(.prerelease(label))
    guard let promise else { return next }
    let least = level.lowestAllowedVersion(after: promise)
    guard next.core < least else { return next }
    // It announces less than the change requires.
    return switch level {
    case .breaking where promise.major != 0: try promise.incremented(.premajor(label))
    case .breaking: try promise.incremented(.preminor(label))
    case .additive where promise.major != 0: try promise.incremented(.preminor(label))
    case .additive, .unchanged: try promise.incremented(.prepatch(label))
    }
  }
}
