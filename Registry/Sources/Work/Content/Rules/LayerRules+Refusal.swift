package import Base
package import Model
package import Versions

extension LayerRules {
  /// Why a dependency is not allowed, and what to do; `nil` if it is allowed or accepted.
  ///
  /// - Parameter file: The name of the manifest for messages.
  package func refusal(
    of dependency: ComponentName,
    usedBy dependent: ComponentName,
    file: String
  ) -> OperationError? {
    guard case .forbidden(let violation, let ended) = verdict(of: dependent, on: dependency) else {
      return nil
    }
    let words =
      violation.isSideways
      ? "'\(dependent)' depends on '\(dependency)', which is in the same layer '\(violation.layer)'"
      : "'\(dependent)' depends on '\(dependency)', but the layer '\(violation.layer)' may not use"
        + " the layer '\(violation.other)'"
    let note = ended?.until.map { "; the exception for it ended on \($0)" } ?? ""
    return OperationError(
      violation.isSideways ? .sidewaysDependency : .layerViolation,
      words + note,
      help: violation.isSideways
        ? "move what both need to a layer below, or accept it under \"exceptions\" in '\(file)'"
        : "remove the dependency, or accept it under \"exceptions\" in '\(file)'"
    )
  }
}
