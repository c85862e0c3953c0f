package import Base
import Model
package import Versions

/// A component that is not released, and why.
package struct HeldComponent: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It needs a release of another held component.
    case dependency(ComponentName)
    /// What is committed cannot be released.
    case refused(OperationError)
  }

  package let name: ComponentName
  /// Whether its files differ from its last release.
  package let isChanged: Bool
  package let reason: Reason

  /// The reason as an error, for a person who requested the release by name.
  package var refusal: OperationError {
    switch reason {
    case .dependency(let dependency):
      OperationError(
        .dependencyUnreleased,
        "it depends on \(dependency), which has unreleased changes",
        help: "'registry plan \(dependency)' shows why it cannot be released",
        context: "component '\(name)'"
      )
    case .refused(let error): error
    }
  }
}
