package import Versioning
package import Workspace

/// A component that is left as it is, and why.
package struct HeldComponent: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It needs a release of a component that is held itself.
    case dependency(ComponentName)
    /// What is committed cannot be released.
    case refused(OperationError)
  }

  package let name: ComponentName
  /// Whether its files differ from its last release.
  package let isChanged: Bool
  package let reason: Reason

  /// The reason in words, as who asked for the release by name is to be told.
  package var refusal: OperationError {
    switch reason {
    case .dependency(let dependency):
      OperationError(
        .dependencyUnreleased,
        "it depends on \(dependency), which has unreleased changes",
        help: "'registry bump \(dependency) --dry-run' shows why it cannot be released",
        context: "component '\(name)'"
      )
    case .refused(let error): error
    }
  }
}
