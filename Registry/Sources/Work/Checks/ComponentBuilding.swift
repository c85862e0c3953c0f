package import Model

/// Builds a component with the releases that it depends on.
package protocol ComponentBuilding: PlatformChecking {
  /// Builds all products of a release as a client does that depends on it by version.
  ///
  /// - Parameter progress: Told what is being done: it may take minutes.
  /// - Returns: Whether there was a product to build; a release without products, or with computed
  ///   ones, is only resolved.
  /// - Throws: The output of SwiftPM or the compiler, if it does not build.
  func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Bool

  /// Builds all targets of a component as the root package.
  func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws

  /// Runs a component's tests, which only its own package can.
  func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws
}
