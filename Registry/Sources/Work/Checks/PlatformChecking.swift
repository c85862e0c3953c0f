import Base
package import Model

/// Knows what can be built on the system that it runs on.
package protocol PlatformChecking: Sendable {
  /// Throws ``OperationError/Code/platformUnavailable`` if the component is for a platform that cannot
  /// be built for here. Nothing is built.
  func checkPlatforms(of layout: ComponentLayout, in workspace: borrowing Workspace) throws
}

extension PlatformChecking {
  package func checkPlatforms(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws {}
}
